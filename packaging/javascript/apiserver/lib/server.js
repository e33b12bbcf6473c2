"use strict";
// The server as tests use it.

const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");
const os = require("node:os");
const path = require("node:path");
const { ControlError, SetpointError, StartError } = require("./errors.js");
const { Process } = require("./process.js");
const { findProgram, get, version } = require("./program.js");

const LIMIT = 60_000; // ms for an answer to a command, and of the API
const OLD = 86_400_000; // ms, after which the folder of a process that is gone is removed: a container that shares it has other processes
const asyncDispose = Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose");

const folders = new Set(); // of kubeconfigs
function removeFolder(folder) {
  folders.delete(folder);
  fs.rmSync(folder, { recursive: true, force: true });
}
process.once("exit", () => folders.forEach(removeFolder));

class Fault {
  #server;

  constructor(server, number) {
    this.#server = server;
    this.number = number;
  }

  async counts() {
    const found = (await this.#server.faults()).find((fault) => fault.fault === this.number);
    if (found === undefined) throw new ControlError(`fault ${this.number} is cleared`);
    return { matched: found.matched, applied: found.applied };
  }

  async clear() {
    await this.#server.command("clear", { fault: this.number });
  }

  async [asyncDispose]() {
    await this.clear().catch(() => {}); // cleared already, or the server has ended
  }
}

class Server {
  #process;
  #kubeconfigFile;
  #tls;
  #removeFolder;

  constructor(process, info) {
    this.#process = process;
    this.version = info.version;
    this.kubernetesVersion = info.kubernetes;
    this.url = info.url;
    this.kubeconfig = info.kubeconfig;
  }

  get pid() {
    return this.#process.pid;
  }

  async stop() {
    await this.#process.stop();
    this.#removeFolder?.();
  }

  async [asyncDispose]() {
    await this.stop();
  }

  get kubeconfigFile() {
    if (this.#kubeconfigFile === undefined) {
      let folder;
      try {
        folder = fs.mkdtempSync(path.join(os.tmpdir(), `setpoint-js-${process.pid}-`));
        fs.writeFileSync(path.join(folder, "kubeconfig"), this.kubeconfig, { mode: 0o600, flag: "wx" });
      } catch (error) {
        throw new SetpointError(
          `no folder for temporary files can be written: set TMPDIR to one, or use kubeconfig, the text (${error.message})`,
          { cause: error },
        );
      }
      folders.add(folder);
      this.#removeFolder = () => removeFolder(folder);
      this.#kubeconfigFile = path.join(folder, "kubeconfig");
      removeOldFolders(path.dirname(folder));
    }
    return this.#kubeconfigFile;
  }

  get env() {
    return { ...process.env, KUBECONFIG: this.kubeconfigFile };
  }

  request(method, path, body, options = {}) {
    this.#tls ??= credentials(this.kubeconfig);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...this.#tls.headers,
      "User-Agent": "setpoint-javascript",
      Accept: "application/json",
      "Content-Type": options.contentType ?? "application/json",
      ...(text === undefined ? {} : { "Content-Length": Buffer.byteLength(text) }),
    };
    const { request } = this.url.startsWith("https:") ? https : http;
    return new Promise((resolve, reject) => {
      const fail = (error) => reject(new SetpointError(`${method} ${path}: ${error.message}`, { cause: error }));
      const sent = request(this.url + path, { method, headers, ...this.#tls.options, agent: false, timeout: LIMIT }, (response) => {
        let got = "";
        response.setEncoding("utf8").on("data", (part) => (got += part));
        response.on("error", fail).on("end", () => {
          if (response.statusCode >= 400) fail(new Error(`${response.statusCode} ${messageOf(got)}`));
          else resolve(/json/.test(response.headers["content-type"] ?? "") ? JSON.parse(got) : got);
        });
      });
      sent.on("error", fail).on("timeout", () => sent.destroy(new Error(`no response within ${LIMIT / 1000} s`)));
      sent.end(text);
    });
  }

  async namespace(prefix = "test") {
    const made = await this.request("POST", "/api/v1/namespaces", { metadata: { generateName: `${prefix}-` } });
    const { name } = made.metadata;
    const remove = () => this.request("DELETE", `/api/v1/namespaces/${name}`).then(() => {}, () => {});
    return { name, delete: remove, [asyncDispose]: remove };
  }

  async install(what) {
    const all = Array.isArray(what) ? what : [what];
    const files = all.filter((item) => typeof item === "string").map((file) => path.resolve(file));
    const objects = all.filter((item) => typeof item !== "string");
    const names = [];
    if (files.length > 0 || objects.length === 0) names.push(...(await this.command("install", { files })).names);
    if (objects.length > 0) names.push(...(await this.command("install", { objects })).names);
    return names;
  }

  async snapshot(to) {
    await this.command("snapshot", nameOrFile(to));
  }

  async restore(from) {
    await this.command("restore", nameOrFile(from));
  }

  refuse(code, requests = {}) {
    const { reason, message, retryAfter, ...match } = requests;
    return this.#fault({ refuse: code, reason, message, retryAfter }, match);
  }

  delay(duration, requests) {
    return this.#fault({ delay: typeof duration === "number" ? `${Math.round(duration)}ms` : duration }, requests);
  }

  loseRequest(requests) {
    return this.#fault({ lose: "request" }, requests);
  }

  loseAnswer(requests) {
    return this.#fault({ lose: "answer" }, requests);
  }

  holdWatches(watches) {
    return this.#fault({ "hold-watches": true }, watches);
  }

  async faults() {
    return (await this.command("faults")).faults;
  }

  async clearFaults() {
    await this.command("clear");
  }

  async dropWatches(watches = {}) {
    return (await this.command("drop-watches", watches)).dropped;
  }

  async expireHistory() {
    await this.command("expire-history");
  }

  command(name, members = {}) {
    return this.#process.ask({ do: name, ...members }, LIMIT);
  }

  async #fault(effect, requests = {}) {
    const verbs = typeof requests.verbs === "string" ? [requests.verbs] : requests.verbs;
    return new Fault(this, (await this.command("fault", { effect, ...requests, verbs })).fault);
  }
}

async function apiserver(options = {}) {
  const program = findProgram(options.program);
  const args = ["apiserver", "--control", "--port", String(options.port ?? 0)];
  if (options.snapshot !== undefined) args.push("--snapshot", options.snapshot);
  if (options.without?.length) args.push("--without", [options.without].flat().join(","));
  if (options.nodes !== undefined) args.push("--nodes", String(options.nodes));
  const started = await Process.start(program, [...args, ...(options.args ?? [])], options.startLimit ?? 30_000);
  started.onError = options.onError ?? ((text) => process.stderr.write(text));
  try {
    const info = await started.ask({ do: "info" }, LIMIT);
    if (minor(info.version) !== minor(version)) {
      throw new StartError(
        `${program} is version ${info.version}, and this package is version ${version}: ` +
          `install @setpoint/apiserver@${info.version}, or ${get}`,
      );
    }
    const server = new Server(started, info);
    if (options.crds?.length) await server.install(options.crds);
    return server;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function apiserverFor(t, options) {
  const atEnd = t.after ?? t.onTestFinished;
  if (typeof atEnd !== "function") {
    throw new TypeError("apiserverFor: the first argument needs a function after (node:test) or onTestFinished (vitest)");
  }
  const server = await apiserver(options);
  atEnd.call(t, () => server.stop());
  return server;
}

// Without the patch release, whose changes are compatible.
function minor(version) {
  return version.split(".", 2).join(".");
}

function nameOrFile(value) {
  return typeof value === "string" ? { name: value } : { file: path.resolve(value.file) };
}

function messageOf(text) {
  try {
    return JSON.parse(text).message ?? text;
  } catch {
    return text;
  }
}

function credentials(kubeconfig) {
  const value = (key) => new RegExp(`^ *${key}: "?([^\\s"]+)`, "m").exec(kubeconfig)?.[1];
  const pem = (key) => (value(key) === undefined ? undefined : Buffer.from(value(key), "base64").toString());
  const token = value("token");
  return {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    options: {
      ca: pem("certificate-authority-data"),
      cert: pem("client-certificate-data"),
      key: pem("client-key-data"),
    },
  };
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM"; // another user's
  }
}

// Of processes that were killed, and so have not removed them.
function removeOldFolders(folder) {
  try {
    for (const name of fs.readdirSync(folder)) {
      const pid = /^setpoint-js-([0-9]+)-/.exec(name)?.[1];
      if (pid === undefined || isRunning(Number(pid))) continue;
      const file = path.join(folder, name);
      const status = fs.lstatSync(file);
      const isOld = status.isDirectory() && status.uid === process.getuid() && Date.now() - status.mtimeMs > OLD;
      if (isOld && fs.readdirSync(file).join() === "kubeconfig") fs.rmSync(file, { recursive: true, force: true });
    }
  } catch {
    // Another process removes them, too.
  }
}

module.exports = { Fault, Server, apiserver, apiserverFor };
