"use strict";
// The server's process: commands and answers, one JSON object a line, over its standard input and output.

const { ControlError, StartError } = require("./errors.js");
const { start, whyUnsuitable } = require("./program.js");

const KEPT = 1 << 16; // characters of standard error
const STOP_LIMIT = 15_000; // ms; running requests have five seconds

class Process {
  #child;
  #asked = new Map(); // id -> {resolve, reject}
  #number = 0;
  #errors = "";
  #ended; // resolves when the process has ended, and its output is read
  #hasEnded = false;

  // Resolves when the server is ready. It ends when its standard input closes: by stop(), and when this process ends in any way.
  static async start(program, args, limit) {
    // A session of its own: Ctrl-C in a terminal interrupts the tests, which may still need the server to clean up.
    const child = await start(program, program, args, { stdio: ["pipe", "pipe", "pipe"], detached: true });
    const made = new Process(child);
    try {
      await made.#ready(limit);
      return made;
    } catch (error) {
      await made.stop();
      throw error instanceof ControlError ? new StartError(made.#whyEnded(program, error)) : error;
    }
  }

  constructor(child) {
    this.#child = child;
    child.stderr.setEncoding("utf8").on("data", (text) => {
      this.#errors = (this.#errors + text).slice(-KEPT);
      if (this.onError !== undefined) this.onError(text);
    });
    child.stdin.on("error", () => {}); // the end of the process reports it
    this.#ended = new Promise((resolve) => {
      child.once("close", () => {
        this.#hasEnded = true;
        const error = this.#endedError();
        for (const { reject } of this.#asked.values()) reject(error);
        this.#asked.clear();
        resolve();
      });
    });
  }

  get pid() {
    return this.#child.pid;
  }

  ask(command, limit) {
    if (this.#hasEnded || this.#child.stdin.writableEnded) {
      return Promise.reject(this.#hasEnded ? this.#endedError() : new ControlError("the server is stopped"));
    }
    const id = ++this.#number;
    return this.#answer(id, command.do, limit, () => this.#child.stdin.write(`${JSON.stringify({ ...command, id })}\n`));
  }

  // Ends the server and waits for its end.
  async stop() {
    this.#keepAlive(true);
    this.#child.stdin.end();
    for (const end of [() => {}, () => this.#child.kill("SIGTERM"), () => this.#child.kill("SIGKILL")]) {
      end();
      let timer;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_LIMIT)));
      await Promise.race([this.#ended, late]);
      clearTimeout(timer);
      if (this.#hasEnded) break;
    }
  }

  #ready(limit) {
    let text = "";
    const ready = this.#answer("ready", "start", limit, () => {});
    this.#child.stdout.setEncoding("utf8").on("data", (part) => {
      text += part;
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) this.#line(line);
    });
    return ready;
  }

  #line(line) {
    const first = this.#asked.get("ready");
    if (first !== undefined) {
      if (line.startsWith("ready on ")) first.resolve();
      else first.reject(new ControlError(`its first line is '${line.slice(0, 200)}', not 'ready on URL'`));
      return;
    }
    let parsed;
    try {
      parsed = JSON.parse(line);
    } catch {
      parsed = { id: [...this.#asked.keys()][0], ok: false, error: `this line of the server is not an answer: ${line.slice(0, 200)}` };
    }
    const { id, ok, ...answer } = parsed;
    const asked = this.#asked.get(id);
    if (asked === undefined) return; // of a command that took too long
    if (ok) asked.resolve(answer);
    else asked.reject(new ControlError(answer.error ?? "the server gave no reason"));
  }

  #answer(id, what, limit, send) {
    return new Promise((resolve, reject) => {
      const done = (settle) => (value) => {
        clearTimeout(timer);
        this.#asked.delete(id);
        if (this.#asked.size === 0) this.#keepAlive(false);
        settle(value);
      };
      const asked = { resolve: done(resolve), reject: done(reject) };
      const timer = setTimeout(() => asked.reject(new ControlError(`${what}: no answer within ${limit / 1000} s`)), limit);
      this.#asked.set(id, asked);
      this.#keepAlive(true);
      send();
    });
  }

  // A test that forgets to stop the server can still end: only a command that waits keeps Node running.
  #keepAlive(on) {
    const what = on ? "ref" : "unref";
    for (const handle of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr]) handle[what]?.();
  }

  #how() {
    const { exitCode, signalCode } = this.#child;
    return signalCode !== null ? ` by ${signalCode}` : exitCode !== null ? ` with exit code ${exitCode}` : "";
  }

  #endedError() {
    return new ControlError(`the server has ended${this.#how()}: ${this.#errors.trimEnd()}`);
  }

  #whyEnded(program, error) {
    const said = this.#errors.trim();
    const unsuitable = whyUnsuitable(program);
    if (unsuitable !== undefined) return unsuitable;
    if (said.includes("--control") && said.includes("not expected")) {
      return `${program} does not know --control, so it is older than this package: unset SETPOINT, or name a newer program`;
    }
    if (said !== "" && this.#child.exitCode !== null) return `${program} does not start: ${said.replace(/^setpoint: /, "")}`;
    if (this.#child.signalCode === "SIGILL") {
      return `${program} does not start: this processor lacks instructions that it needs`;
    }
    return `${program} does not start: ${error.message}`;
  }
}

module.exports = { Process };
