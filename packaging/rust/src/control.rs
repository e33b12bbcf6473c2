//! The process of a server. Commands are lines of JSON on its standard input; it ends when that ends.
use crate::{program, Error, Options, Result};
use serde_json::{Map, Value};
use std::{
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        mpsc::{self, Receiver, RecvTimeoutError},
        Arc, Mutex,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

pub(crate) struct Process {
    program: PathBuf,
    child: Child,
    input: Option<ChildStdin>, // close-on-exec: other children do not keep the server alive
    lines: Receiver<String>,
    log: Log,
    timeout: Duration,
    last: u64, // id of the last command
}

/// The end of what the server logs. All of it is printed to standard error too.
struct Log {
    text: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Log {
    fn read(from: impl Read + Send + 'static) -> Self {
        let text = Arc::new(Mutex::new(String::new()));
        let kept = text.clone();
        let reader = thread::spawn(move || {
            for line in BufReader::new(from).split(b'\n').map_while(std::result::Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                eprintln!("{line}");
                let mut kept = kept.lock().unwrap();
                *kept += &line;
                kept.push('\n');
                if kept.len() > 4096 {
                    let from = (kept.len() - 4096..kept.len()).find(|at| kept.is_char_boundary(*at)).unwrap_or(0);
                    kept.drain(..from);
                }
            }
        });
        Log { text, reader: Some(reader) }
    }

    /// All of it, once the process has ended.
    fn end(&mut self) -> String {
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        self.text.lock().unwrap().clone()
    }
}

fn read_lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(std::result::Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    receive
}

impl Process {
    /// Returns a server that is ready, and the answer to `info`.
    pub fn start(options: &Options) -> Result<(Self, Value)> {
        let program = program::program(options.program.as_deref())?;
        let mut child = Command::new(&program)
            .args(options.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C in a terminal ends the tests, which may still need the server to clean up.
            .process_group(0)
            .spawn()
            .map_err(|e| program::not_started(&program, &e))?;
        let input = child.stdin.take();
        let lines = read_lines(child.stdout.take().expect("it is piped"));
        let log = Log::read(child.stderr.take().expect("it is piped"));
        let mut process = Process { program, child, input, lines, log, timeout: options.timeout, last: 0 };
        process.wait_until_ready()?;
        let info = process.call("info", Map::new())?;
        program::check_version(&process.program, info["version"].as_str().unwrap_or_default())?;
        Ok((process, info))
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let program = self.program.display();
        match self.lines.recv_timeout(self.timeout) {
            Ok(line) if line.starts_with("ready on ") => Ok(()),
            Ok(line) => Err(Error::new(format!("{program} printed {line:?} in place of 'ready on ...': it is not setpoint"))),
            Err(RecvTimeoutError::Timeout) => Err(Error::new(format!("{program} is not ready after {:?}", self.timeout))),
            Err(RecvTimeoutError::Disconnected) => {
                self.input = None;
                let how = self.child.wait().map(|s| s.to_string()).unwrap_or_default();
                Err(program::not_ready(&self.program, &how, &self.log.end()))
            }
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the answer.
    pub fn call(&mut self, name: &str, mut members: Map<String, Value>) -> Result<Value> {
        self.last += 1;
        members.insert("do".into(), name.into());
        members.insert("id".into(), self.last.into());
        let ended = || Error::new(format!("{name}: the server has ended"));
        let input = self.input.as_mut().ok_or_else(ended)?;
        let line = Value::Object(members).to_string() + "\n";
        input.write_all(line.as_bytes()).map_err(|_| ended())?;
        let until = Instant::now() + self.timeout;
        loop {
            let line = match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Error::new(format!("{name}: no answer within {:?}", self.timeout))),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            };
            let answer: Value = serde_json::from_str(&line)
                .map_err(|e| Error::new(format!("{name}: the server printed {line:?}, which is not an answer: {e}")))?;
            if answer["id"] != self.last {
                continue; // to a command that was given up
            }
            if answer["ok"] == true {
                return Ok(answer);
            }
            return Err(Error::new(format!("{name}: {}", answer["error"].as_str().unwrap_or("refused"))));
        }
    }

    /// Ends the server. An error if it had ended before, or did not end in order.
    pub fn stop(&mut self) -> Result<()> {
        if self.input.take().is_none() {
            return Ok(());
        }
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    break;
                }
            }
        }
        let status = self.child.wait().map_err(|e| Error::new(e.to_string()))?;
        if status.success() {
            return Ok(());
        }
        Err(Error::new(format!("the server ended with {status}: {}", self.log.end().trim())))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}
