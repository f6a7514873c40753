/** A data folder that cannot be used is told in one sentence, without a stack, and is left as it was. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { canMount, mountSmallDisk } from "../../support/small-disk.ts";

const main = fileURLToPath(new URL("../../../dist/server/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "connect-problems-"));
const whole = join(folder, "whole");
const at = (name: string) => join(folder, name);
const nobody = 65_534;

/** Starts the server on a folder where it must not come up. */
function start(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const args = [main, "--port", "0", "--data", dataDir];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...account,
    encoding: "utf8",
    timeout: 25_000,
  });
  return { status, stdout, stderr };
}

/** A copy of a good folder, damaged by `change`, which gets the path of its database. */
function damagedCopy(name: string, change: (database: string) => void): string {
  cpSync(whole, at(name), { recursive: true });
  change(join(at(name), "database"));
  return at(name);
}

/** One line that ends as a sentence: no stack, no JSON. */
const oneLine = /^[A-Z/][^\n{}]*\.\n$/;
function expectRefused({ status, stdout, stderr }: ReturnType<typeof start>, text: string): void {
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(text);
  expect(stderr).toMatch(oneLine);
}

beforeAll(async () => {
  mkdirSync(join(whole, ".database-new", "base"), { recursive: true }); // as a kill during the first start leaves it
  const database = await openDatabase({ dataDir: whole });
  await database.close();
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a file, or a folder below one", () => {
  writeFileSync(at("file"), "x");
  for (const path of [at("file"), join(at("file"), "below")]) {
    expectRefused(start(path), `${at("file")} is a file, not a folder: name a folder with --data`);
  }
});

it.each([
  ["a cut control file", (database: string) => truncateSync(join(database, "global", "pg_control"), 100)],
  [
    "no version file, which once made a new database over the old one",
    (database: string) => rmSync(join(database, "PG_VERSION")),
  ],
  ["a log that is gone", (database: string) => rmSync(join(database, "pg_wal"), { recursive: true })],
  [
    "cut tables",
    (database: string) => {
      for (const base of readdirSync(join(database, "base")))
        for (const name of readdirSync(join(database, "base", base)))
          if (/^\d{5}$/.test(name) && Number(name) >= 16_384) truncateSync(join(database, "base", base, name), 100);
    },
  ],
])("a damaged database: %s", (name, change) => {
  const dataDir = damagedCopy(`damaged ${name.slice(0, 12)}`, change);
  expectRefused(
    start(dataDir),
    `The database in ${join(dataDir, "database")} is damaged or incomplete: put back a backup`,
  );
  expect(readdirSync(join(dataDir, "database"))).toContain("base");
});

it("a database of a newer version", async () => {
  const dataDir = damagedCopy("newer", () => undefined);
  const { pool, close } = await openDatabase({ dataDir });
  await pool.query("insert into migration (name) values ('9999_later')");
  await close();
  expectRefused(start(dataDir), "written by a newer version of this program: start that version, or put back");
});

it("a first start that was cut off leaves nothing that the next one takes for a database", () => {
  expect(readdirSync(whole)).toEqual(["database"]);
});

it.skipIf(!canMount())("a full disk and one that is read-only, at the first start and later", () => {
  const unmount = mountSmallDisk(at("disk"), 80);
  try {
    cpSync(whole, join(at("disk"), "later"), { recursive: true });
    expect(() => writeFileSync(join(at("disk"), "rest"), Buffer.alloc(90 << 20))).toThrow("ENOSPC");
    expectRefused(start(join(at("disk"), "first")), "is full: free 64 MB or more, then start again.");
    expectRefused(start(join(at("disk"), "later")), "is full: free 24 MB or more, then start again.");
    expect(readdirSync(join(at("disk"), "later"))).toEqual(["database"]);
    spawnSync("mount", ["-o", "remount,ro", at("disk")]);
    for (const name of ["first", "later"])
      expectRefused(start(join(at("disk"), name)), "is on a disk that is mounted read-only: mount it");
  } finally {
    unmount?.();
  }
});

it.skipIf(process.getuid?.() !== 0)("a folder that belongs to another account", () => {
  const other = { uid: nobody, gid: nobody };
  mkdirSync(at("roots"), { mode: 0o700 });
  spawnSync("chmod", ["755", folder]);
  expectRefused(start(at("roots"), other), `This account may not write to ${at("roots")}: give the folder`);
  expectRefused(
    start(join(folder, "new"), other),
    `The folder ${join(folder, "new")} cannot be made, because this account may not write to ${folder}`,
  );
});
