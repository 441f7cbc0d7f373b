use argosc::*;
fn main() {
    let p = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(&p).unwrap();
    let mut map = source::SourceMap::default();
    let mut d = diagnostic::Diagnostics::default();
    struct L; impl preprocess::Loader for L { fn load(&self, p:&std::path::Path)->std::io::Result<Vec<u8>>{std::fs::read(p)} }
    let t = preprocess::preprocess(&p, text.into(), &Default::default(), &L, &mut map, &mut d);
    let t = balance::balance(t, &mut d);
    let s = parse::parse(t, &mut d);
    d.sort();
    println!("{} items", s.items.len());
    print!("{}", diagnostic::render::human(&d, &map, diagnostic::render::Style{color:false,deny_warnings:false}));
}
