/** How a hospital runs it: the serve command, the systemd unit and the container file, as far as a test machine allows. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { testDatabaseUrl } from "../../support/postgres.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const deploy = join(root, "src/server/deploy");
const folder = mkdtempSync(join(tmpdir(), "connect-deploy-"));
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Instruction = [name: string, rest: string];

/** Instructions of the container file, joined over line ends; by stages. */
function stages(): Instruction[][] {
  const lines = readFileSync(join(deploy, "Containerfile"), "utf8").replace(/\\\n/g, " ").split("\n");
  const all: Instruction[][] = [];
  for (const line of lines.filter((one) => one.trim() !== "" && !one.startsWith("#"))) {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    expect([line, name]).toEqual([line, expect.any(String)]);
    if (name === "FROM") all.push([]);
    all.at(-1)?.push([name as string, rest as string]);
  }
  return all;
}

const copies = (stage: Instruction[]) =>
  stage
    .filter(([name]) => name === "COPY")
    .map(([, rest]) => rest.split(" ").filter((word) => !word.startsWith("--")))
    .map((words) => ({ from: words.slice(0, -1), to: words.at(-1) as string }));

it("the container file copies what is there, builds, and runs as somebody who is not root", () => {
  const [build, run] = stages();
  for (const { from } of copies(build))
    for (const path of from) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  const names = run.map(([name]) => name);
  expect(names.indexOf("USER")).toBeGreaterThan(-1);
  expect(names.indexOf("USER")).toBeLessThan(names.indexOf("CMD"));
  expect(run.find(([name]) => name === "USER")?.[1]).toBe("node");
  expect(build.some(([name, rest]) => name === "RUN" && rest.includes("npm ci"))).toBe(true);
});

it("its last stage, put together here, runs for an account without rights and answers its health", {
  timeout: 240_000,
}, async () => {
  const [, run] = stages();
  const home = join(folder, "opt");
  mkdirSync(home, { recursive: true });
  for (const { from, to } of copies(run))
    for (const path of from) {
      const source = join(root, path.replace(/^\/src\//, ""));
      const target = to.endsWith("/") ? join(home, basename(path)) : join(home, to);
      if (basename(path) === "node_modules") symlinkSync(source, target);
      else cpSync(source, target, { recursive: true });
    }
  const data = join(folder, "data");
  mkdirSync(data);
  chmodSync(folder, 0o755);
  const DATABASE_URL = (await testDatabaseUrl(data)) ?? "";
  if (isRoot) chownSync(data, nobody, nobody);
  chmodSync(data, 0o700);
  const command = JSON.parse(run.find(([name]) => name === "CMD")?.[1] ?? "[]") as string[];
  const args = command.slice(1).map((word) => (word === "/data" ? data : word === "0.0.0.0" ? "127.0.0.1" : word));
  const account = isRoot ? { uid: nobody, gid: nobody } : {};
  const env = { ...process.env, DATABASE_URL, DEMO: "off", TMPDIR: tmpdir(), HOME: data };
  const child = spawn(process.execPath, [...args, "--port", "0"], { cwd: home, env, ...account });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const url = await readyAt(child);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(url, { headers: { accept: "text/html" } })).status).toBe(200);
  } finally {
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  }
});

function readyAt(child: ChildProcess): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer) => {
      text += part;
      const url = /ready at (http:\/\/\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", () => reject(new Error(`It ended:\n${text}`)));
  });
}

it("npm run serve starts what is built and nothing else, and says when nothing is", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.serve).toBe("node src/server/cli/serve.mjs");
  const cli = join(folder, "bare/src/server/cli");
  mkdirSync(cli, { recursive: true });
  cpSync(join(root, "src/server/cli/serve.mjs"), join(cli, "serve.mjs"));
  const bare = spawnSync(process.execPath, [join(cli, "serve.mjs")], { encoding: "utf8" });
  expect([bare.status, bare.stderr]).toEqual([1, 'The server is not built: run "npm run build" first.\n']);
  const built = spawnSync(process.execPath, [join(root, "src/server/cli/serve.mjs"), "--port", "none"], {
    encoding: "utf8",
  });
  expect([built.status, built.stderr]).toEqual([1, '--port must be a number from 0 to 65535, not "none".\n']);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

it.skipIf(!hasSystemd)("the unit is understood by systemd", () => {
  // Its program and account are not on every test machine; everything else is as it stands.
  const unit = readFileSync(join(deploy, "connect.service"), "utf8")
    .replace("/usr/bin/node", process.execPath)
    .replace(/^(User|Group)=connect$/gm, isRoot ? "$1=root" : "");
  const path = join(folder, "connect.service");
  spawnSync("tee", [path], { input: unit });
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8" });
  const own = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("connect.service"));
  expect([status, own]).toEqual([0, []]);
});

it("the unit runs no root, keeps its data for itself, and stops in time", () => {
  const unit = readFileSync(join(deploy, "connect.service"), "utf8");
  for (const line of [
    "User=connect",
    "StateDirectoryMode=0700",
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "Restart=on-failure",
  ])
    expect(unit.split("\n")).toContain(line);
});
