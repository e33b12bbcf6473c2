// Each mistake is one sentence with what to do.
import { apiserver, explore, findProgram, version } from "@setpoint/apiserver";
import assert from "node:assert";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { folderFor, here, messageOf, run } from "./support.mjs";

const program = fs.realpathSync(findProgram());
const modules = path.join(here, "node_modules/@setpoint");
const platform = `@setpoint/apiserver-linux-${process.arch}`;
const errorOf = (options) => messageOf(apiserver(options));
const start = `import { apiserver } from "@setpoint/apiserver"; const server = await apiserver(); await server.stop(); console.log("done");`;

function executable(folder, content) {
  const file = path.join(folder, "setpoint");
  fs.writeFileSync(file, content, { mode: 0o755 });
  return file;
}

// A copy of the packages that a test changes; its folder.
function otherPackages(t, change) {
  const folder = folderFor(t);
  const own = path.join(folder, "node_modules/@setpoint");
  fs.mkdirSync(own, { recursive: true });
  fs.cpSync(path.join(modules, "apiserver"), path.join(own, "apiserver"), { recursive: true });
  change(own);
  return folder;
}

test("a missing program", async (t) => {
  const folder = folderFor(t);
  assert.equal(
    await errorOf({ program: "/no/such" }),
    "program: /no/such: there is no such program: name the file of setpoint, or leave it out to use the one in the package",
  );
  assert.match(await errorOf({ program: folder }), /is a folder/);
  fs.writeFileSync(path.join(folder, "setpoint"), "");
  assert.match(await errorOf({ program: path.join(folder, "setpoint") }), /is not executable: run chmod \+x/);
  const done = await run(start, { env: { SETPOINT: "no-such-program" } }).done;
  assert.match(done.errors, /SETPOINT=no-such-program: there is no such program/);
});

test("no package for the platform", async (t) => {
  const folder = otherPackages(t, () => {});
  const done = await run(start, { cwd: folder, env: { PATH: "/no/such" } }).done;
  assert.match(done.errors, new RegExp(`StartError: the optional dependency ${platform} is not installed, and there is no program setpoint`));
  assert.match(done.errors, new RegExp(`install ${platform}@${version}, or set SETPOINT to a program of that version`));
  const found = await run(start, { cwd: folder, env: { PATH: path.dirname(program) } }).done;
  assert.equal(found.out, "done\n", found.errors);
});

test("a program that lost its mode", async (t) => {
  const folder = otherPackages(t, (own) => {
    fs.mkdirSync(path.join(own, `apiserver-linux-${process.arch}/bin`), { recursive: true });
    fs.writeFileSync(path.join(own, `apiserver-linux-${process.arch}/package.json`), JSON.stringify({ name: platform, version }));
    fs.writeFileSync(path.join(own, `apiserver-linux-${process.arch}/bin/setpoint`), fs.readFileSync(program), { mode: 0o644 });
  });
  const done = await run(start, { cwd: folder, env: {} }).done;
  assert.equal(done.out, "done\n", done.errors);
});

test("a program for another processor", async (t) => {
  const content = Buffer.from(fs.readFileSync(program));
  const [machine, other] = content[18] === 62 ? [183, "arm64"] : [62, "x64"];
  content[18] = machine;
  const file = executable(folderFor(t), content);
  const sentence =
    `${file} is for ${other}, and this machine is ${process.arch}: install ${platform}@${version}, ` +
    "or set SETPOINT to a program of that version";
  assert.equal(await errorOf({ program: file }), sentence);
  const exploration = { story: "story.yaml", command: ["true"], program: file, page: path.join(path.dirname(file), "page.html") };
  assert.equal(await messageOf(explore(exploration)), sentence);
});

test("not a program", async (t) => {
  const folder = folderFor(t);
  assert.match(await errorOf({ program: executable(folder, "hello\n") }), /is not a program that this system can run/);
  assert.match(await errorOf({ program: executable(folder, "#!/no/such/loader\n") }), /needs a dynamic loader that this system lacks/);
});

function packageOfVersion(t, version) {
  return otherPackages(t, (own) => {
    const file = path.join(own, "apiserver/package.json");
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), version }));
  });
}

test("a program of another patch release", async (t) => {
  const folder = packageOfVersion(t, version.replace(/[0-9]+$/, "999"));
  const done = await run(start, { cwd: folder, env: { SETPOINT: program } }).done;
  assert.equal(done.out, "done\n", done.errors);
});

test("a program of another version", async (t) => {
  const folder = packageOfVersion(t, "9.8.7");
  const done = await run(start, { cwd: folder, env: { SETPOINT: program } }).done;
  const sentence = `${program} is version ${version}, and this package is version 9.8.7: install @setpoint/apiserver@${version}, or install`;
  assert.ok(done.errors.includes(`StartError: ${sentence} ${platform}@9.8.7, or set SETPOINT`), done.errors);
});

test("a program before --control", async (t) => {
  const file = executable(folderFor(t), "#!/bin/sh\necho 'The following argument was not expected: --control' >&2\nexit 2\n");
  assert.match(await errorOf({ program: file }), /does not know --control, so it is older than this package/);
});

test("a port that is taken", async (t) => {
  const taken = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  t.after(() => taken.close());
  const { port } = taken.address();
  assert.match(await errorOf({ port }), new RegExp(`cannot listen on 127.0.0.1:${port}: address (already )?in use; choose another`));
});

test("an unknown option of the server", async () => {
  assert.match(await errorOf({ args: ["--no-such-option"] }), /--no-such-option/);
});

test("no home and no path", async () => {
  const done = await run(start, { env: {} }).done;
  assert.equal(done.out, "done\n", done.errors);
});

test("a read-only file system", { skip: process.getuid() !== 0 && "needs root" }, () => {
  const code = `import { apiserver } from "@setpoint/apiserver";
    const server = await apiserver();
    console.log(server.kubeconfig.length > 100, await server.request("GET", "/healthz"));
    try { server.kubeconfigFile; } catch (error) { console.log(error.message); }
    await server.stop();`;
  const mounts = `for folder in / /tmp /var/tmp; do mount --bind $folder $folder && mount -o remount,bind,ro $folder || exit 9; done
    exec chroot / sh -c 'cd "$1" && shift && exec "$@"' sh "$@"`;
  const done = spawnSync("unshare", ["-m", "sh", "-c", mounts, "sh", here, process.execPath, "--input-type=module", "-e", code]);
  const lines = String(done.stdout).split("\n");
  assert.equal(lines[0], "true ok", String(done.stderr));
  assert.match(lines[1], /^no folder for temporary files can be written: set TMPDIR to one, or use kubeconfig, the text \(/);
});
