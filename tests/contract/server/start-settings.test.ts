/** What a start says about its settings: the address people open, slips in names, mails that nobody gets, no demo. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { getOperationNotices } from "../../../src/protocol/admin.ts";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { startServer } from "../../support/server.ts";

it("tells address, slips and the outbox, and makes no demo with DEMO=off", { timeout: 240_000 }, async () => {
  const env = { DEMO: "off", DATABSE_URL: "postgres://x:secret@y/z", PUBLIC_URL: "https://connect.example" };
  const server = await startServer({ hasDemo: true, env });
  try {
    const printed = server.output();
    expect(printed).toContain(`CONNECT is ready at https://connect.example, listening at ${server.url}\n`);
    expect(printed).toContain("DATABSE_URL is not a setting of CONNECT and is ignored. Did you mean DATABASE_URL?\n");
    expect(printed).not.toContain("secret");
    const events = printed.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    expect(events).toContainEqual(expect.objectContaining({ msg: "mail.outbox", level: 40 }));
    expect(events).toContainEqual(expect.objectContaining({ msg: "environment.unknown", name: "DATABSE_URL" }));
    const { token } = await signIn(server.url);
    expect(await answerAs(server.url, token, getOperationNotices, {})).toEqual({ notices: [adminText.mailsToFolder] });
    expect((await answerAs(server.url, token, getRecordings, {})).recordings).toEqual([]);
    expect(existsSync(join(server.dataDir, "demo"))).toBe(false);
  } finally {
    await server.stop();
  }
});

it.each([
  ["main", "npm start --"],
  ["import", "npm run import --"],
  ["live", "npm run live --"],
  ["inspect", "npm run inspect --"],
  ["verify", "npm run verify --"],
  ["backup", "npm run backup --"],
  ["restore", "npm run restore --"],
  ["export-data", "npm run export-data --"],
  ["import-data", "npm run import-data --"],
])("%s says what it takes, and makes nothing", (command, call) => {
  const cwd = mkdtempSync(join(tmpdir(), "connect-help-"));
  const path = fileURLToPath(new URL(`../../../dist/server/${command}.js`, import.meta.url));
  try {
    const told = spawnSync(process.execPath, [path, "--help"], { cwd, encoding: "utf8" });
    expect(told).toMatchObject({ status: 0, stderr: "" });
    expect(told.stdout).toMatch(new RegExp(`^Usage: ${call} `));
    expect(readdirSync(cwd)).toEqual([]);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

it("inspect refuses what it does not know", () => {
  const path = fileURLToPath(new URL("../../../dist/server/inspect.js", import.meta.url));
  const told = spawnSync(process.execPath, [path, "a.edf", "--jsno"], { encoding: "utf8" });
  expect(told.status).toBe(1);
  expect(told.stderr).toContain("'--jsno'");
  expect(told.stderr).toContain("Usage: npm run inspect -- SOURCE");
});
