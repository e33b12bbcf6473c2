//! `setpoint explore` as a test.
use crate::{fault, program, unique, Error, Result};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Stdio},
    time::Duration,
};

/// Plays a story of an operator under faults: `setpoint explore`. The reference of that command describes each option.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    program: Option<PathBuf>,
    flags: Vec<String>,
    command: Vec<String>,
    variables: Vec<(String, String)>,
    page: Option<PathBuf>,
}

/// A wrong outcome under a fault.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check that failed, and what differs.
    pub title: String,
    /// With both timelines and the command that replays it.
    pub text: String,
}

/// The result of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub all: Vec<Finding>,
    /// How much was tried.
    pub summary: String,
    /// The file with the page; `None` if nothing was found.
    pub page: Option<PathBuf>,
}

/// Runs "$@" and ends it when the standard input ends: when this process closes it, or was killed.
const TIED: &str = r#"exec 3<&0 </dev/null
"$@" 3<&- & p=$!
{ read -r _ <&3 || kill -TERM $p; } >/dev/null 2>&1 & w=$!
wait $p; c=$?
kill $w 2>/dev/null
exit $c"#;

impl Exploration {
    /// The file with the story, and the operator's program and arguments; `{kubeconfig}`, `{port}` and `{instance}` are replaced.
    pub fn new<C: Into<String>>(story: impl AsRef<Path>, command: impl IntoIterator<Item = C>) -> Self {
        let command = command.into_iter().map(Into::into).collect();
        Exploration { command, ..Self::default() }.flag("--story", story.as_ref().to_string_lossy())
    }

    fn flag(mut self, name: &str, value: impl Into<String>) -> Self {
        self.flags.extend([name.to_owned(), value.into()]);
        self
    }

    fn list<N: Into<String>>(self, flag: &str, names: impl IntoIterator<Item = N>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        self.flag(flag, names.join(","))
    }

    /// See [`crate::Options::program`].
    pub fn program(mut self, path: impl Into<PathBuf>) -> Self {
        self.program = Some(path.into());
        self
    }

    /// A further environment variable of the operator.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    pub fn rbac(self, path: impl AsRef<Path>) -> Self {
        self.flag("--rbac", path.as_ref().to_string_lossy())
    }

    pub fn service_account(self, name: impl Into<String>) -> Self {
        self.flag("--service-account", name)
    }

    pub fn only<N: Into<String>>(self, faults: impl IntoIterator<Item = N>) -> Self {
        self.list("--only", faults)
    }

    pub fn except<N: Into<String>>(self, faults: impl IntoIterator<Item = N>) -> Self {
        self.list("--except", faults)
    }

    pub fn replay(self, plan: impl Into<String>) -> Self {
        self.flag("--replay", plan)
    }

    pub fn pairs(mut self) -> Self {
        self.flags.push("--pairs".into());
        self
    }

    pub fn time(self, limit: Duration) -> Self {
        self.flag("--time", fault::text(limit))
    }

    pub fn plans(self, count: u32) -> Self {
        self.flag("--plans", count.to_string())
    }

    pub fn jobs(self, count: u32) -> Self {
        self.flag("--jobs", count.to_string())
    }

    pub fn patience(self, time: Duration) -> Self {
        self.flag("--patience", fault::text(time))
    }

    pub fn longest_retry(self, time: Duration) -> Self {
        self.flag("--longest-retry", fault::text(time))
    }

    pub fn max_findings(self, count: u32) -> Self {
        self.flag("--max-findings", count.to_string())
    }

    pub fn logs(self, folder: impl AsRef<Path>) -> Self {
        self.flag("--logs", folder.as_ref().to_string_lossy())
    }

    /// The file for the page with the findings. Default: a file in the folder `$SETPOINT_EXPLORE_PAGES`, or a temporary file; it is kept
    /// if there are findings.
    pub fn page(mut self, file: impl Into<PathBuf>) -> Self {
        self.page = Some(file.into());
        self
    }

    /// Plays the story, and panics if anything was found: with the findings, and the path of the page.
    #[track_caller]
    pub fn check(self) {
        match self.run() {
            Err(e) => panic!("{e}"),
            Ok(found) if found.all.is_empty() => println!("{}", found.summary),
            Ok(found) => panic!("{found}"),
        }
    }

    /// Plays the story.
    pub fn run(self) -> Result<Findings> {
        let program = program::program(self.program.as_deref())?;
        let page = self.page.clone().map_or_else(temporary_page, Ok)?;
        let out = Command::new("/bin/sh")
            .args(["-c", TIED, "setpoint"])
            .arg(&program)
            .arg("explore")
            .args(&self.flags)
            .arg("--page")
            .arg(&page)
            .arg("--")
            .args(&self.command)
            .envs(self.variables.iter().map(|(n, v)| (n, v)))
            .stdin(Stdio::piped()) // open until the output has ended, or this process
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .and_then(wait)
            .map_err(|e| program::not_started(&program, &e))?;
        let text = String::from_utf8_lossy(&out.stdout);
        let mut found = parse(&text);
        if self.page.is_none() && (out.status.code() != Some(1) || found.all.is_empty()) {
            let _ = fs::remove_file(&page);
        }
        match out.status.code() {
            Some(0) => Ok(found),
            Some(1) if !found.all.is_empty() => {
                found.page = Some(page);
                Ok(found)
            }
            // The shell's, of a program that cannot be executed (ENOEXEC).
            Some(126 | 127) => Err(program::not_started(&program, &std::io::Error::from_raw_os_error(8))),
            _ => {
                let log = String::from_utf8_lossy(&out.stderr);
                Err(Error::new(format!("explore ended with {}: {}", out.status, format!("{log}\n{text}").trim())))
            }
        }
    }
}

// wait_with_output() closes the standard input first.
fn wait(mut child: process::Child) -> std::io::Result<process::Output> {
    let input = child.stdin.take();
    let out = child.wait_with_output();
    drop(input);
    out
}

fn temporary_page() -> Result<PathBuf> {
    let folder = env::var_os("SETPOINT_EXPLORE_PAGES").filter(|v| !v.is_empty()).map_or_else(env::temp_dir, PathBuf::from);
    fs::create_dir_all(&folder)
        .and_then(|()| unique::make(&folder, "explore-", ".html", |page| fs::File::create_new(page).map(drop)))
        .map_err(|e| {
            let folder = folder.display();
            Error::new(format!(
                "cannot write a page into {folder}: {e}: set TMPDIR or SETPOINT_EXPLORE_PAGES to a folder that can be written"
            ))
        })
}

impl std::fmt::Display for Findings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for one in &self.all {
            writeln!(f, "{}\n", one.text)?;
        }
        write!(f, "{}", self.summary)?;
        if let Some(page) = &self.page {
            // The second line is how Jenkins and GitLab find it.
            write!(f, "\npage: {0}\n[[ATTACHMENT|{0}]]", page.display())?;
        }
        Ok(())
    }
}

/// The rest of a line that begins with a number and `then`.
fn after_number<'a>(line: &'a str, then: &str) -> Option<&'a str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == line.len() {
        return None;
    }
    rest.strip_prefix(then)
}

/// Reads what `setpoint explore` prints.
fn parse(out: &str) -> Findings {
    let mut found = Findings::default();
    let mut in_finding = false;
    let mut in_title = false;
    for line in out.lines() {
        if let Some(title) = after_number(line, ". ").filter(|t| t.starts_with(|c: char| c.is_ascii_lowercase())) {
            found.all.push(Finding { title: title.into(), text: line.into() });
            (in_finding, in_title) = (true, true);
        } else if after_number(line, " points, ").is_some() {
            found.summary = line.into();
            in_finding = false;
        } else if after_number(line, " of ").is_some_and(|rest| after_number(rest, " plans").is_some()) {
            // Progress.
        } else if let Some(last) = found.all.last_mut().filter(|_| in_finding) {
            in_title &= !line.is_empty() && !line.starts_with(' ');
            if in_title {
                last.title += &format!(" {line}"); // a long title is wrapped
            }
            last.text += &format!("\n{line}");
        }
    }
    for one in &mut found.all {
        one.text.truncate(one.text.trim_end().len());
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn findings_are_read_without_progress() {
        let found = super::parse(
            "12 points, the story runs\n3 of 40 plans, 1 s left, 0 findings\n\n1. story: a long\ntitle\n   found by P1\n4 of 40 plans\n\n     lane\n\n\
             2. hot loop: b\n12 points, 40 of 40 plans run: 2 findings\nrights\n",
        );
        assert_eq!(found.summary, "12 points, 40 of 40 plans run: 2 findings");
        assert_eq!(found.all.len(), 2);
        assert_eq!(found.all[0].title, "story: a long title");
        assert_eq!(found.all[0].text, "1. story: a long\ntitle\n   found by P1\n\n     lane");
        assert_eq!(found.all[1].text, "2. hot loop: b");
    }
}
