import { FindingsError, explore } from "@setpoint/apiserver";
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { endless, ends, folderFor, messageOf, operator, quick, run, story } from "./support.mjs";

const play = (page, ...more) => explore({ story, command: [...operator, ...more], page, only: ["P1", "P2"], args: quick });

test("an operator without a fault passes", async (t) => {
  const folder = folderFor(t);
  assert.match(await play(path.join(folder, "pages/page.html")), /plans run/);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("findings fail with their page", async (t) => {
  const page = path.join(folderFor(t), "pages/page.html");
  await assert.rejects(play(page, "--status-first"), (error) => {
    assert.ok(error instanceof FindingsError);
    assert.match(error.message, /configmaps default\/g is missing/);
    assert.ok(error.message.endsWith(`page with all findings: ${page}`));
    assert.equal(error.page, page);
    return true;
  });
  assert.match(fs.readFileSync(page, "utf8"), /<section id='finding-1'>/);
});

test("what cannot be explored says why", async (t) => {
  const folder = folderFor(t);
  const file = path.join(folder, "story.yaml");
  fs.writeFileSync(file, "steps: []\n");
  const page = path.join(folder, "page.html");
  assert.match(await messageOf(explore({ story: file, command: ["true"], page })), /story.yaml:1: .steps: has no step/);
  assert.match(await messageOf(explore({ story: file, command: ["true"], page: path.join(file, "page.html") })), /cannot be made/);
  assert.equal(await messageOf(explore({ story: file, command: ["true"], page, cwd: "/no/such" })), "cwd: /no/such is not a folder");
});

test("the exploration ends with the process", async (t) => {
  // The operator writes its process, and then waits for ever.
  const folder = folderFor(t);
  const fifo = path.join(folder, "fifo");
  assert.equal(spawnSync("mkfifo", [fifo]).status, 0);
  const command = ["sh", "-c", `echo $$ $PPID > '${fifo}'; exec sleep 1000`];
  const options = { story: endless, command, page: path.join(folder, "page.html") };
  const { child, done } = run(`import { explore } from "@setpoint/apiserver"; await explore(${JSON.stringify(options)});`);
  const pids = (await fs.promises.readFile(fifo, "utf8")).trim().split(" ");
  child.kill("SIGKILL");
  await done;
  for (const pid of pids) assert.ok(await ends(pid));
});

test("a signal ends the exploration", async (t) => {
  const stop = new AbortController();
  const page = path.join(folderFor(t), "page.html");
  setTimeout(() => stop.abort(), 100);
  await assert.rejects(explore({ story, command: ["sleep", "1000"], page, signal: stop.signal }), { name: "CannotExploreError" });
});
