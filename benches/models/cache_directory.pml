/* Cache coherence with a directory (MSI): each of N caches has no copy of the line, a copy to read, or the only copy, which
 * it may write. The directory serves one request at a time; it calls back the writable copy or invalidates the readable ones
 * before it gives out the line. A readable copy can be dropped silently, a writable one is put back. The values written count
 * modulo V. The assertion says that what is read is what was written last.
 *
 * Sizes, by -D:  N (4): caches; V (3): values of the line
 *
 *                          states  transitions  bits  SPIN: bytes
 *     N=3 V=2               71882       187504    62           92
 *     N=3 V=4              303908       806514    75           92
 *     N=4 V=3 (default)   4877618     14068741    95          116
 *     N=5 V=2            56757554    168110782   100            -
 *
 * (- : measured with argosc only.)
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef N
#define N 4
#endif
#ifndef V
#define V 3
#endif
#define NONE N                  /* no cache */

mtype = { get_read, get_write, invalidate, done, line, put, recall, copy, downgrade, put_done };
chan request = [N] of { mtype, byte };   /* to the directory */
chan answer = [1] of { mtype, byte };   /* to the directory: answers to its own commands */
chan to[N] = [1] of { mtype, byte };   /* from the directory to cache i */
byte latest;                    /* the value written last, for the assertion */

active [N] proctype cache()
{   byte v;

    invalid:
    do
    :: request!get_read(_pid) -> goto want_read
    :: request!get_write(_pid) -> goto want_write
    :: to[_pid]?invalidate(v) ->             /* a copy dropped before */
        gone: answer!done(0)
    od;

    want_read:
    do
    :: to[_pid]?line(v) -> goto readable
    :: to[_pid]?invalidate(v) -> answer!done(0)
    od;

    readable:
    do
    :: assert (v == latest)                     /* read */
    :: v = 0; goto invalid                      /* drop it */
    :: request!get_write(_pid) -> goto want_write
    :: to[_pid]?invalidate(v) -> goto gone
    od;

    want_write:
    do
    :: to[_pid]?line(v) -> goto writable
    :: to[_pid]?invalidate(v) -> answer!done(0)
    od;

    writable:
    do
    :: v = (v + 1) % V; latest = v              /* write */
    :: request!put(_pid + N * v) -> goto putting
    :: to[_pid]?recall(v) -> answer!copy(latest); goto invalid
    :: to[_pid]?downgrade(v) -> v = latest; answer!copy(v); goto readable
    od;

    putting:                                    /* a command may have been under way before the put */
    do
    :: to[_pid]?put_done(v) -> goto invalid
    ::
        if
        :: to[_pid]?recall(v)
        :: to[_pid]?downgrade(v)
        fi;
        answer!copy(latest)
    :: to[_pid]?invalidate(v) -> answer!done(0)
    od
}

active proctype directory()
{   byte owner = NONE, sharer[N], memory;
    byte c, i;

    do
    :: request?get_read(c) ->
        if
        :: (owner == NONE)
        :: (owner < N) -> to[owner]!downgrade(0); answer?copy(memory);
            sharer[owner] = 1; owner = NONE
        fi;
        sharer[c] = 1;
        grant: to[c]!line(memory);
        served: c = 0
    :: request?get_write(c) ->
        do
        :: (i < N && i != c && sharer[i] == 1) -> to[i]!invalidate(0); answer?done(sharer[i])
        :: (i < N && (i == c || sharer[i] == 0)) -> sharer[i] = 0; i++
        :: (i == N) -> break
        od;
        i = 0;
        if
        :: (owner == NONE)
        :: (owner < N) -> to[owner]!recall(0); answer?copy(memory)
        fi;
        owner = c;
        goto grant
    :: request?put(c) ->
        if
        :: (owner == c % N) -> memory = c / N; owner = NONE
        :: (owner != c % N)                     /* called back in the meantime */
        fi;
        to[c % N]!put_done(0);
        goto served
    od
}
