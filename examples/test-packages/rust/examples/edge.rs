//! For tests/language_packages/rust: a server that starts, or does not, and a process that is killed.
use setpoint_apiserver::{Exploration, Options, blocking::Cluster};
use std::{env, process::Command};

fn main() {
    if let Ok(port) = env::var("TO_BE_REFUSED") {
        match Cluster::start(Options::default().port(port.parse().unwrap())) {
            Err(e) => println!("{e}"),
            Ok(cluster) => println!("setpoint: it starts{}", cluster.stop().map_or_else(|e| e.to_string(), |()| String::new())),
        }
        return;
    }
    if env::var("TO_BE_KILLED").is_ok_and(|how| how == "explore") {
        const OPERATOR: &str = r#"echo $$ $PPID > "$PIDS"; exec sleep 1000"#;
        let found = Exploration::new(env::var("STORY").unwrap(), ["sh", "-c", OPERATOR]).run();
        println!("{found:?}");
        return;
    }
    let cluster = Cluster::start(Options::default()).unwrap();
    let mut other = Command::new("sleep").arg("300").spawn().unwrap();
    println!("server {} other {}", cluster.pid(), other.id());
    other.wait().unwrap();
}
