//! What can be said of queues when every use is known: their sorts, who reads them, messages that go nowhere.

use super::*;

impl Resolver<'_> {
    /// Builds the sorts of all queues, and reports mixtures of messages with and without values.
    pub(super) fn build_sorts(&mut self) {
        let initial = std::mem::take(&mut self.initial_spans);
        let uses = std::mem::take(&mut self.model.uses);
        let mut places = HashMap::new();
        for (queue, message, carries_value, span) in initial {
            self.add_to_sort(
                queue,
                SortEntry { message, carries_value, sent: true, received: false, span },
                &mut places,
            );
        }
        for it in &uses {
            let (message, sent) = match it.kind {
                UseKind::Send(message) => (message, true),
                UseKind::Receive(message) => (message, false),
                UseKind::ReceiveAny | UseKind::Timeout => continue,
            };
            let entry = SortEntry { message, carries_value: it.carries_value, sent, received: !sent, span: it.span };
            self.add_to_sort(it.queue.queue, entry, &mut places);
        }
        let mut bare: HashMap<QueueId, Option<SortEntry>> = HashMap::new();
        for it in uses.iter().filter(|it| it.kind == UseKind::ReceiveAny) {
            let queue = it.queue.queue;
            let bare = *bare.entry(queue).or_insert_with(|| self.receive_all(queue));
            if let (Some(bare), true) = (bare, it.carries_value) {
                self.bare_message(it, bare);
            }
        }
        self.model.uses = uses;
    }

    /// Warns about queues and messages that go nowhere.
    pub(super) fn warn_about_queues(&mut self) {
        let uses = std::mem::take(&mut self.model.uses);
        let mut readers: HashMap<QueueId, Vec<&QueueUse>> = HashMap::new();
        for it in uses.iter().filter(|it| matches!(it.kind, UseKind::Receive(_) | UseKind::ReceiveAny)) {
            readers.entry(it.queue.queue).or_default().push(it);
        }
        let declared = self.model.queues.iter().filter(|queue| queue.owner != Owner::Undeclared);
        let declared_names: Vec<Name> = declared.map(|queue| queue.name.clone()).collect();
        for at in 0..self.model.queues.len() {
            let id = QueueId(at as u32);
            self.warn_about_queue(id, &declared_names);
            self.warn_about_readers(id, readers.remove(&id).unwrap_or_default());
        }
        self.model.uses = uses;
    }

    /// Adds an entry, or what it says to the earlier one; `places` knows where in its sort a message is.
    fn add_to_sort(&mut self, queue: QueueId, entry: SortEntry, places: &mut HashMap<(QueueId, MessageId), usize>) {
        let found = &mut self.model.queues[queue.0 as usize];
        let next = found.sort.len();
        let place = *places.entry((queue, entry.message)).or_insert(next);
        if place == next {
            return found.sort.push(entry);
        }
        let earlier = &mut found.sort[place];
        earlier.sent |= entry.sent;
        earlier.received |= entry.received;
        if earlier.carries_value == entry.carries_value {
            return;
        }
        let with = |carries: bool| if carries { "with a value here" } else { "without a value here" };
        let diagnostic = Diagnostic::new(
            Code::MixedValues,
            entry.span,
            format!(
                "message `{}` is used both with and without a value on queue `{}`",
                self.model.messages[entry.message.0 as usize].name, found.name
            ),
        )
        .label(with(entry.carries_value))
        .other(earlier.span, with(earlier.carries_value))
        .hint("a message either always carries a value on a queue or never does");
        self.report(diagnostic);
    }

    /// `q?default` takes every message that is sent. Gives a message of the queue without a value, if there is one.
    fn receive_all(&mut self, queue: QueueId) -> Option<SortEntry> {
        let sort = &mut self.model.queues[queue.0 as usize].sort;
        sort.iter_mut().filter(|entry| entry.sent).for_each(|entry| entry.received = true);
        sort.iter().find(|entry| !entry.carries_value).copied()
    }

    /// `q?default(v)` needs every message to carry a value.
    fn bare_message(&mut self, it: &QueueUse, bare: SortEntry) {
        let (message, queue) = (&self.model[bare.message].name, &self.model[it.queue.queue].name);
        let diagnostic = Diagnostic::new(
            Code::MixedValues,
            it.span,
            format!("this receives a value, but message `{message}` of queue `{queue}` carries none"),
        )
        .other(bare.span, format!("`{message}` without a value"))
        .hint("write `default` without a variable, or give every message of the queue a value");
        self.report(diagnostic);
    }

    fn warn_about_queue(&mut self, id: QueueId, declared_names: &[Name]) {
        let queue = self.model[id].clone();
        let name = &queue.name;
        let declared = |diagnostic: Diagnostic| match queue.owner {
            Owner::Undeclared => diagnostic,
            _ => diagnostic.other(queue.span, "the queue"),
        };
        if queue.owner == Owner::Undeclared {
            let hint = did_you_mean(name, declared_names.iter().map(|name| &**name))
                .unwrap_or_else(|| format!("declare it in the process that reads it: `queue {name}[2];`"));
            self.report(
                Diagnostic::new(Code::UndeclaredQueue, queue.span, format!("queue `{name}` is not declared"))
                    .label("it gets 2 slots")
                    .hint(hint),
            );
            self.report(
                Diagnostic::new(Code::UnknownOwner, queue.span, format!("queue `{name}` has no known owner"))
                    .label("no process says that it reads this queue"),
            );
        }
        if !queue.sort.iter().any(|entry| entry.sent) && queue.owner != Owner::Undeclared {
            let message = format!("nothing is ever sent to queue `{name}`");
            self.report(Diagnostic::new(Code::QueueNotAddressed, queue.span, message));
        }
        for entry in &queue.sort {
            let message = &self.model[entry.message].name;
            let (code, text) = match (entry.sent, entry.received) {
                (true, false) => (
                    Code::NeverReceived,
                    format!("message `{message}` is sent to queue `{name}` but never received from it"),
                ),
                (false, true) => (
                    Code::NeverSent,
                    format!("message `{message}` is received from queue `{name}` but never sent to it"),
                ),
                _ => continue,
            };
            self.report(declared(Diagnostic::new(code, entry.span, text)));
        }
    }

    /// A global queue should be read by one process definition.
    fn warn_about_readers(&mut self, id: QueueId, mut readers: Vec<&QueueUse>) {
        let queue = &self.model[id];
        readers.sort_by_key(|it| it.process);
        readers.dedup_by_key(|it| it.process);
        if queue.owner != Owner::Global || readers.len() < 2 {
            return;
        }
        let names: Vec<String> = readers.iter().map(|it| format!("`{}`", self.model[it.process].name)).collect();
        let mut diagnostic = Diagnostic::new(
            Code::SeveralReaders,
            queue.span,
            format!("queue `{}` is read by several processes: {}", queue.name, names.join(", ")),
        )
        .hint("declare the queue in the process that owns it, or give each reader a queue of its own");
        for reader in readers.iter().take(3) {
            diagnostic = diagnostic.other(reader.span, format!("read by `{}`", self.model[reader.process].name));
        }
        self.report(diagnostic);
    }
}
