use serde_json::{Map, Value};
use std::time::Duration;

/// What a fault does to a request.
#[derive(Clone, Debug)]
pub struct Effect(pub(crate) Map<String, Value>);

fn effect(name: &str, value: impl Into<Value>) -> Effect {
    Effect(Map::from_iter([(name.to_owned(), value.into())]))
}

pub(crate) fn text(d: Duration) -> String {
    format!("{}us", d.as_micros())
}

impl Effect {
    /// Answers with this code and executes nothing. [`Refusal`] chooses more of the answer.
    pub fn refuse(code: u16) -> Self {
        Refusal::new(code).into()
    }

    /// Executes the request after this time.
    pub fn delay(time: Duration) -> Self {
        effect("delay", text(time))
    }

    /// Ends the connection and executes nothing.
    pub fn lose_request() -> Self {
        effect("lose", "request")
    }

    /// Executes the request, and ends the connection in place of an answer.
    pub fn lose_answer() -> Self {
        effect("lose", "answer")
    }

    /// Lets watches, open and new ones, deliver nothing until the fault is cleared; then they deliver what was held back.
    pub fn hold_watches() -> Self {
        effect("hold-watches", true)
    }
}

/// A Status that a request is answered with.
#[derive(Clone, Debug)]
pub struct Refusal(Effect);

impl Refusal {
    pub fn new(code: u16) -> Self {
        Refusal(effect("refuse", code))
    }

    /// Such as `Conflict`. Default: that of the code.
    pub fn reason(mut self, reason: impl Into<String>) -> Self {
        self.0 .0.insert("reason".into(), reason.into().into());
        self
    }

    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.0 .0.insert("message".into(), message.into().into());
        self
    }

    /// In whole seconds.
    pub fn retry_after(mut self, time: Duration) -> Self {
        self.0 .0.insert("retryAfter".into(), time.as_secs().into());
        self
    }
}

impl From<Refusal> for Effect {
    fn from(refusal: Refusal) -> Self {
        refusal.0
    }
}

/// Selects requests; what is not set selects all. A fault concerns one of them, unless `times` or `always` is set.
#[derive(Clone, Debug, Default)]
pub struct Requests(pub(crate) Map<String, Value>);

impl Requests {
    pub fn any() -> Self {
        Self::default()
    }

    /// Requests for a resource: its plural, such as `configmaps`.
    pub fn to(resource: impl Into<String>) -> Self {
        Self::any().set("resource", resource.into())
    }

    fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.into(), value.into());
        self
    }

    /// Of get, list, watch, create, update, patch, delete and deletecollection.
    pub fn verbs<V: Into<String>>(self, verbs: impl IntoIterator<Item = V>) -> Self {
        self.set("verbs", verbs.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Such as `apps`.
    pub fn group(self, group: impl Into<String>) -> Self {
        self.set("group", group.into())
    }

    /// Such as `status`.
    pub fn subresource(self, subresource: impl Into<String>) -> Self {
        self.set("subresource", subresource.into())
    }

    pub fn namespace(self, namespace: impl Into<String>) -> Self {
        self.set("namespace", namespace.into())
    }

    pub fn name(self, name: impl Into<String>) -> Self {
        self.set("name", name.into())
    }

    /// The beginning of the header User-Agent.
    pub fn user_agent(self, begin: impl Into<String>) -> Self {
        self.set("userAgent", begin.into())
    }

    /// Lets the first `count` requests pass.
    pub fn skip(self, count: u32) -> Self {
        self.set("skip", count)
    }

    /// How many requests the fault concerns; at least 1.
    pub fn times(self, count: u32) -> Self {
        self.set("times", count.max(1))
    }

    /// The fault concerns all requests until it is cleared.
    pub fn always(self) -> Self {
        self.set("times", 0)
    }
}

/// Selects watches; what is not set selects all.
#[derive(Clone, Debug, Default)]
pub struct Watches(pub(crate) Requests);

impl Watches {
    pub fn any() -> Self {
        Self::default()
    }

    /// Watches of a resource: its plural, such as `configmaps`.
    pub fn of(resource: impl Into<String>) -> Self {
        Watches(Requests::to(resource))
    }

    pub fn group(self, group: impl Into<String>) -> Self {
        Watches(self.0.group(group))
    }

    pub fn namespace(self, namespace: impl Into<String>) -> Self {
        Watches(self.0.namespace(namespace))
    }

    /// The beginning of the header User-Agent.
    pub fn user_agent(self, begin: impl Into<String>) -> Self {
        Watches(self.0.user_agent(begin))
    }
}

/// A fault of a server. It concerns requests of clients, not those of the server's own controllers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault(pub(crate) u64);

/// What a fault has done so far.
#[derive(Clone, Debug)]
pub struct FaultState {
    pub fault: Fault,
    /// In words.
    pub description: String,
    /// Requests that it selects.
    pub matched: u64,
    /// Requests that it had an effect on.
    pub applied: u64,
}
