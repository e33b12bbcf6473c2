// For tests of the installed package @setpoint/apiserver against a real program.
import assert from "node:assert";
import { spawn } from "node:child_process";
import fs from "node:fs";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const root = process.env.REPOSITORY;
export const here = path.dirname(fileURLToPath(import.meta.url));
export const operator = ["python3", path.join(root, "tests/integration/explore/tiny_operator.py"), "{kubeconfig}"];
export const story = path.join(root, "tests/language_packages/story.yaml");
export const endless = path.join(root, "tests/language_packages/endless.yaml");
export const crd = path.join(root, "tests/explore/gadgets.crd.yaml");
export const quick = ["--patience", "1s", "--longest-retry", "2s"]; // for tiny_operator.py

export function folderFor(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "test-"));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// Whether a process that is not our child has ended: gone, or a zombie.
function hasEnded(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().startsWith("Z");
  } catch {
    return true;
  }
}

export async function ends(pid, seconds = 20) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
    if (hasEnded(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

export const configMaps = "/api/v1/namespaces/default/configmaps";
export const create = (server, name, data = {}) => server.request("POST", configMaps, { metadata: { name }, data });
export const names = async (server, path = configMaps) => (await server.request("GET", path)).items.map((item) => item.metadata.name);

// A watch that the server has answered; next() resolves with the next event, and with null when the connection has ended.
export function watch(server, path) {
  return new Promise((resolve, reject) => {
    const headers = { "User-Agent": "watcher/1" };
    const request = https.get(`${server.url}${path}?watch=true`, { headers, rejectUnauthorized: false, agent: false }, (response) => {
      response.on("error", () => {});
      const lines = createInterface({ input: response })[Symbol.asyncIterator]();
      const next = () => lines.next().then(({ value }) => JSON.parse(value ?? "null"), () => null);
      resolve({ next, close: () => request.destroy() });
    });
    request.on("error", reject);
  });
}

// A process of its own, as a test that is killed. `first` resolves with the first line that it prints.
export function run(code, options = {}) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: here, ...options, stdio: ["pipe", "pipe", "pipe"] });
  let out = "", errors = "";
  const first = new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (part) => {
      out += part;
      if (out.includes("\n")) resolve(out.split("\n")[0]);
    });
  });
  child.stderr.setEncoding("utf8").on("data", (part) => (errors += part));
  const done = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal, out, errors })));
  return { child, first, done };
}

export async function messageOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error.message;
  }
  assert.fail("it does not fail");
}
