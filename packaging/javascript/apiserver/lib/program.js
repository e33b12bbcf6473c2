"use strict";
// Which program runs, and why one cannot run.

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { StartError } = require("./errors.js");
const { version } = require("../package.json");

const MACHINES = { 62: "x64", 183: "arm64" }; // e_machine of ELF
const platformPackage = `@setpoint/apiserver-${process.platform}-${process.arch}`;
const get = `install ${platformPackage}@${version}, or set SETPOINT to a program of that version`;

const isFile = (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return isFile(file);
  } catch {
    return false;
  }
}

function onPath(name) {
  if (name.includes("/")) return isExecutable(name) ? path.resolve(name) : undefined;
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.resolve(folder, name)).find(isExecutable);
}

function packaged() {
  try {
    return require.resolve(`${platformPackage}/bin/setpoint`);
  } catch {
    return undefined;
  }
}

function findProgram(program) {
  for (const [chosen, source] of [[program, "program: "], [process.env.SETPOINT, "SETPOINT="]]) {
    if (!chosen) continue;
    const found = onPath(chosen);
    if (found === undefined) throw new StartError(whyNotExecutable(chosen, source));
    return found;
  }
  const own = packaged();
  if (own !== undefined) {
    if (!isExecutable(own)) {
      // Unpacked by something that does not keep the modes of files.
      try {
        fs.chmodSync(own, 0o755);
      } catch {
        throw new StartError(`${own} is not executable, and this user cannot change that: run chmod +x ${own}`);
      }
    }
    return own;
  }
  const found = onPath("setpoint");
  if (found === undefined) {
    throw new StartError(
      `the optional dependency ${platformPackage} is not installed, and there is no program setpoint on the PATH: ${get}. ` +
        "npm leaves it out with --omit=optional, and when package-lock.json was written on another platform",
    );
  }
  return found;
}

function whyNotExecutable(program, source) {
  const status = fs.statSync(program, { throwIfNoEntry: false });
  if (status === undefined) {
    return `${source}${program}: there is no such program: name the file of setpoint, or leave it out to use the one in the package`;
  }
  if (status.isDirectory()) return `${source}${program} is a folder: name the file of setpoint in it`;
  return `${source}${program} is not executable: run chmod +x ${program}`;
}

// A sentence if the content of a program that failed is the reason. Node does not report it: it passes what the kernel refuses to the shell.
function whyUnsuitable(program) {
  const head = Buffer.alloc(20);
  try {
    const file = fs.openSync(program, "r");
    fs.readSync(file, head);
    fs.closeSync(file);
  } catch {
    return undefined;
  }
  if (head.toString("latin1", 0, 2) === "#!") return undefined;
  if (head.toString("latin1", 0, 4) !== "\x7fELF") return `${program} is not a program that this system can run: ${get}`;
  const number = head[5] === 1 ? head.readUInt16LE(18) : head.readUInt16BE(18);
  const machine = MACHINES[number] ?? `another processor (e_machine ${number})`;
  return machine === process.arch ? undefined : `${program} is for ${machine}, and this machine is ${process.arch}: ${get}`;
}

// A sentence for an error of starting the program, which exists.
function whyNotStarted(program, error) {
  if (error.code === "ENOENT" && fs.existsSync(program)) {
    return `${program} needs a dynamic loader that this system lacks: ${get}; the released programs are static`;
  }
  if (error.code === "EACCES") {
    return `${program} may not be executed: is its file system mounted with noexec? Install the package elsewhere, or set SETPOINT`;
  }
  return `${program} does not start: ${error.message}`;
}

// Rejects with a StartError if the program cannot run here.
async function check(program) {
  const child = await start(program, program, ["--version"], { stdio: "ignore" });
  const code = await new Promise((resolve) => child.once("close", resolve));
  const reason = code === 0 ? undefined : whyUnsuitable(program);
  if (reason !== undefined) throw new StartError(reason);
}

// Resolves when the process runs. Rejects with a StartError that describes why `program` cannot run.
function start(program, command, args, options) {
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(new StartError(whyNotStarted(program, error), { cause: error }));
    let child;
    try {
      child = spawn(command, args, options); // throws some errors, and emits others
    } catch (error) {
      fail(error);
      return;
    }
    child.once("error", fail);
    child.once("spawn", () => {
      child.off("error", fail);
      child.on("error", () => {}); // of a signal that could not be sent
      resolve(child);
    });
  });
}

module.exports = { check, findProgram, get, start, version, whyUnsuitable };
