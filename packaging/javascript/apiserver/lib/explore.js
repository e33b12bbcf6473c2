"use strict";
// `setpoint explore` as a test.

const fs = require("node:fs");
const path = require("node:path");
const { CannotExploreError, FindingsError, StartError } = require("./errors.js");
const { check, findProgram, start } = require("./program.js");

// Ends the command when standard input closes, as it does when this process is killed.
const GUARD =
  'exec 3<&0 < /dev/null; "$@" & p=$!; { read -r _ <&3; kill "$p"; } 2> /dev/null & g=$!; ' +
  'wait "$p"; rc=$?; kill "$g" 2> /dev/null; exit $rc';
const KEPT = 1 << 16; // characters of standard error

async function explore(options) {
  const { story, command, only = [], except = [], time, plans, args = [], cwd, env, signal } = options;
  const page = path.resolve(options.page ?? path.join("setpoint-pages", `${path.parse(story).name}.html`));
  const flags = ["--story", path.resolve(story), "--page", page];
  for (const [name, value] of [["--only", only.join(",")], ["--except", except.join(",")], ["--time", time], ["--plans", plans]]) {
    if (value) flags.push(name, String(value));
  }
  const program = findProgram(options.program);
  let made;
  try {
    made = fs.mkdirSync(path.dirname(page), { recursive: true });
  } catch (error) {
    throw new CannotExploreError(
      `the folder ${path.dirname(page)} for the page cannot be made (${error.code}): name another file with page`,
      { cause: error },
    );
  }
  fs.rmSync(page, { force: true }); // of an earlier run
  const done = await run(program, ["explore", ...flags, ...args, "--", ...command], { cwd, env, signal });
  if (done.code === 1) throw new FindingsError(done.text, page);
  fs.rmSync(page, { force: true });
  if (made !== undefined) removeEmpty(path.dirname(page), made);
  if (done.code !== 0) throw new CannotExploreError(done.errors.trim() || done.text.trim() || `setpoint explore ended: ${done.how}`);
  return done.text;
}

async function run(program, args, { cwd, env, signal }) {
  if (!fs.existsSync("/bin/sh")) throw new StartError("exploring needs /bin/sh, and this system has none");
  if (cwd !== undefined && !fs.existsSync(cwd)) throw new StartError(`cwd: ${cwd} is not a folder`);
  await check(program); // the shell would report less
  const stdio = ["pipe", "pipe", "pipe"];
  const child = await start(program, "/bin/sh", ["-c", GUARD, "setpoint", program, ...args], { cwd, env, stdio, detached: true });
  let text = "", errors = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (text += part));
  child.stderr.setEncoding("utf8").on("data", (part) => (errors = (errors + part).slice(-KEPT)));
  child.stdin.on("error", () => {});
  const stop = () => child.stdin.end();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  const [code, by] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  signal?.removeEventListener("abort", stop);
  child.stdin.destroy();
  return { code, text, errors, how: by === null ? `exit code ${code}` : by };
}

// Removes folders that were made, from the innermost to the outermost, as far as they are empty.
function removeEmpty(folder, outermost) {
  try {
    for (let at = folder; at.startsWith(outermost); at = path.dirname(at)) fs.rmdirSync(at);
  } catch {
    // Another test keeps a page there.
  }
}

module.exports = { explore };
