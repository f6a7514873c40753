/** Backup beside a running server, and restore into an empty place: every row and every byte, or a plain no. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getCurrentUser } from "../../../src/protocol/accounts.ts";
import { createSite } from "../../../src/protocol/admin.ts";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { exportRows } from "../../../src/server/data/export-rows.ts";
import { makeBackup } from "../../../src/server/data/make-backup.ts";
import { restoreBackup } from "../../../src/server/data/restore-backup.ts";
import { openRecordings } from "../../../src/server/recordings/index.ts";
import { answerAs, callAs, openTestDatabase, signIn, withDatabase } from "../../support/accounts.ts";
import { testDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { canMount, mountSmallDisk } from "../../support/small-disk.ts";
import { storeUpload } from "../../support/stored-files.ts";
import { bytesItem } from "../../support/uploads.ts";
import { connect, eeg, eegSamples, makeDataFolder, requestFor } from "../pages/page-world.ts";

const dist = fileURLToPath(new URL("../../../dist/server", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "connect-backup-"));
const at = (name: string) => join(folder, name);
let server: RunningServer;
let dataDir: string;
let recordingId: number;

const envOf = async (home: string) => ({ ...process.env, DATABASE_URL: (await testDatabaseUrl(home)) ?? "" });

/** Runs a command beside whatever goes on. */
async function run(command: "backup" | "restore" | "verify", home: string, path?: string, more = {}) {
  const env = { ...(await envOf(home)), ...more };
  if (command === "restore") rmSync(home, { recursive: true, force: true }); // made to name its database
  const args = [join(dist, `${command}.js`), "--data", home, ...(path === undefined ? [] : [path])];
  const child = spawn(process.execPath, args, { env });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, stdout, stderr };
}

/** Files of a data folder that a backup speaks for, with the checksum of all their bytes. */
function filesOf(home: string): Map<string, string> {
  const all = new Map<string, string>();
  const visit = (path: string) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
    else all.set(relative(home, path), createHash("sha256").update(readFileSync(path)).digest("hex"));
  };
  for (const name of ["recordings", "objects", "keys", "demo"]) visit(join(home, name));
  return all;
}

const linesOf = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");

async function rowsIn(home: string): Promise<string[]> {
  const { pool, close } = await openTestDatabase(home);
  const client = await pool.connect();
  try {
    const lines: string[] = [];
    for await (const line of exportRows(client)) lines.push(line);
    return lines;
  } finally {
    client.release();
    await close();
  }
}

beforeAll(async () => {
  ({ dataDir, recordingId } = await makeDataFolder());
  await withDatabase(dataDir, async (pool) => {
    const { rows } = await pool.query<{ id: number }>("select id from patient limit 1");
    const items = [
      bytesItem("medications", "list.csv", Buffer.from("a,b\n1,2\n")),
      bytesItem("edf", "x.edf", Buffer.alloc(3_000_000, 7)),
    ];
    await storeUpload(
      { pool, dataDir },
      { patientKey: rows[0].id, items: items.map((item) => ({ ...item, state: "done" as const })) },
    );
  });
  server = await startServer({ dataDir });
}, 240_000);
afterAll(async () => {
  await server?.stop();
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

it("saves a running server and puts it back, row by row and byte by byte", { timeout: 240_000 }, async () => {
  const { token } = await signIn(server.url);
  const { id } = await answerAs(server.url, token, getCurrentUser, {});
  let isSaving = true;
  let written = 0;
  const writing = (async () => {
    for (; isSaving; written++) {
      const site = {
        identifier: `B${String(written).padStart(3, "0")}`,
        name: `Site ${written}`,
        description: "x",
        location: "Here",
        user_ids: [id],
      };
      const { status, text } = await callAs(server.url, token, createSite, site);
      expect([status, text]).toEqual([200, expect.any(String)]);
    }
  })();
  const saved = await run("backup", dataDir, at("live"));
  isSaving = false;
  await writing;
  expect(saved).toMatchObject({ status: 0, stderr: "" });
  expect(statSync(at("live")).mode & 0o077).toBe(0);

  // One moment: every site of it has the audit of its making.
  const lines = linesOf(join(at("live"), "rows.jsonl"));
  const sites = lines.filter((line) => /^\["site",.*"identifier": ?"B\d/.test(line)).length;
  const audits = lines.filter((line) => line.startsWith('["user_action",') && line.includes("create_site")).length;
  expect(sites).toBe(audits);
  expect(written).toBeGreaterThan(0);

  const restored = await run("restore", at("restored"), at("live"));
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  expect(await rowsIn(at("restored"))).toEqual(lines);
  expect([...filesOf(at("restored"))]).toEqual([...filesOf(dataDir)]);

  const other = await startServer({ dataDir: at("restored") });
  try {
    const session = await signIn(other.url); // the same administrator
    const { recordings } = await answerAs(other.url, session.token, getRecordings, {});
    expect(recordings).toMatchObject([{ data_object_id: recordingId, state: "ready" }]);
    const page = async (url: string, own: string) => {
      const detail = await withDatabase(dataDir, (_pool, db) =>
        openRecordings({ db, dataDir }).get(recordingId, "everything"),
      );
      const client = await connect(url, own);
      try {
        const group = detail?.groups.find(({ modality }) => modality === eeg.modality);
        if (detail === null || group === undefined) throw new Error("no recording");
        const form = { kind: "columns" } as const;
        return await client.page(requestFor(detail, group, { first: 0, end: eegSamples, pixels: 900, form }));
      } finally {
        client.close();
      }
    };
    expect(await page(other.url, session.token)).toEqual(await page(server.url, token));
  } finally {
    await other.stop();
  }
});

it("a slip in the name of the data folder is no empty installation, and makes none", { timeout: 60_000 }, async () => {
  const slip = { DATABSE_URL: "postgres://connect@db/connect" };
  for (const command of ["backup", "verify"] as const) {
    rmSync(at("typo"), { recursive: true, force: true });
    const path = command === "backup" ? at("of typo") : undefined;
    const { status, stdout, stderr } = await run(command, at("typo"), path, slip);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^DATABSE_URL is not a setting of CONNECT .* Did you mean DATABASE_URL\?\n/);
    expect(stderr).toMatch(
      /\n(There is no (database|folder) [^\n]*|The database of DATABASE_URL is empty: [^\n]*)\.\n$/,
    );
    expect([existsSync(join(at("typo"), "database")), existsSync(at("of typo"))]).toEqual([false, false]);
  }
});

it("refuses what is not whole, and says so", { timeout: 240_000 }, async () => {
  const damagedCopy = (name: string, change: (copy: string) => void) => {
    cpSync(at("live"), at(name), { recursive: true });
    change(at(name));
    return at(name);
  };
  const level = `data/recordings/${recordingId}/0/l0/0.0.0`;
  const cases: [string, RegExp][] = [
    [
      damagedCopy("unlisted", (copy) => rmSync(join(copy, "manifest.jsonl"))),
      /no backup, or one that was not finished/,
    ],
    [
      damagedCopy("short list", (copy) => truncateSync(join(copy, "manifest.jsonl"), 400)),
      /list of files of this backup is (damaged|cut off)/,
    ],
    [
      damagedCopy("missing", (copy) => rmSync(join(copy, level))),
      /damaged: recordings\/\d+\/0\/l0\/0\.0\.0 is missing\. Nothing was restored/,
    ],
    [damagedCopy("cut", (copy) => truncateSync(join(copy, level), 5)), /is of another size/],
    [
      damagedCopy("climbing", (copy) => appendFileSync(join(copy, "manifest.jsonl"), '["../../x",1,"0"]\n')),
      /list of files of this backup is damaged/,
    ],
  ];
  for (const [source, sentence] of cases) {
    await expect(restoreBackup({ source, dataDir: at("never") })).rejects.toThrow(sentence);
    expect(existsSync(at("never"))).toBe(false);
  }
  await expect(restoreBackup({ source: at("live"), dataDir })).rejects.toThrow(
    "is not empty: restore into a new folder",
  );
  const databaseUrl = await testDatabaseUrl(dataDir);
  if (databaseUrl !== undefined) {
    const restoring = restoreBackup({ source: at("live"), dataDir: at("never"), databaseUrl });
    await expect(restoring).rejects.toThrow("The database of DATABASE_URL already holds data");
    expect(existsSync(at("never"))).toBe(false);
  }
  expect((await run("backup", dataDir, at("live"))).stderr).toMatch(/is there already: name a new folder\.\n$/);
});

it.skipIf(!canMount())("a disk that is too small is told before anything is copied", async () => {
  const unmount = mountSmallDisk(at("small"), 2);
  try {
    const restoring = restoreBackup({ source: at("live"), dataDir: at("small") });
    await expect(restoring).rejects.toThrow(/^The disk of .*small has too little room: the backup needs \d+ MB\./);
    expect(readdirSync(at("small"))).toEqual(["restoring"]);
  } finally {
    unmount?.();
  }
});

it("a restore that did not come to its end does not start, and can be made again", { timeout: 240_000 }, async () => {
  cpSync(at("live"), at("flipped"), { recursive: true });
  const file = join(at("flipped"), `data/recordings/${recordingId}/0/l0/0.0.0`);
  const bytes = readFileSync(file);
  bytes[1000] ^= 1;
  writeFileSync(file, bytes);
  const home = at("again");
  const databaseUrl = await testDatabaseUrl(home);
  await expect(restoreBackup({ source: at("flipped"), dataDir: home, databaseUrl })).rejects.toThrow(
    "is not what was written",
  );
  const start = spawnSync(process.execPath, [join(dist, "main.js"), "--port", "0", "--data", home], {
    env: await envOf(home),
    encoding: "utf8",
  });
  expect([start.status, start.stderr]).toEqual([
    1,
    expect.stringMatching(/^A restore into .* was not finished: run it again[^\n]*\n$/),
  ]);
  await restoreBackup({ source: at("live"), dataDir: home, databaseUrl });
  expect([...filesOf(home)]).toEqual([...filesOf(at("restored"))]);
});

it("a backup that breaks off leaves nothing, and one that was killed nothing that looks whole", async () => {
  const { pool, close } = await openTestDatabase(dataDir);
  const client = await pool.connect();
  try {
    const broken = new Proxy(client, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== "query") return typeof value === "function" ? value.bind(target) : value;
        return (sql: string, ...rest: unknown[]) =>
          sql.startsWith("declare")
            ? Promise.reject(new Error("the database went away"))
            : target.query(sql, ...(rest as []));
      },
    });
    const order = { dataDir, target: at("broken"), isLocal: true };
    await expect(makeBackup({ ...order, client: broken })).rejects.toThrow("the database went away");
    expect(readdirSync(folder).filter((name) => name.startsWith("broken"))).toEqual([]);

    mkdirSync(join(at("killed.partial"), "data"), { recursive: true }); // as kill -9 leaves it
    await expect(restoreBackup({ source: at("killed.partial"), dataDir: at("never") })).rejects.toThrow(
      "was not finished",
    );
    const made = await makeBackup({ client, dataDir, target: at("killed"), isLocal: true });
    expect([made.missing, existsSync(at("killed.partial"))]).toEqual([[], false]);
  } finally {
    client.release();
    await close();
  }
});

it("holds no recording that was removed meanwhile, and tells one whose samples are gone", {
  timeout: 60_000,
}, async () => {
  await server.stop();
  const { pool, drizzle, close } = await openTestDatabase(dataDir);
  const client = await pool.connect();
  try {
    const samples = join(dataDir, "recordings", String(recordingId));
    cpSync(samples, at("samples"), { recursive: true });
    rmSync(samples, { recursive: true });
    const lost = await makeBackup({ client, dataDir, target: at("lost"), isLocal: true });
    expect(lost.missing).toEqual([recordingId]);
    cpSync(at("samples"), samples, { recursive: true });
    let removing: Promise<boolean> | undefined;
    const recordings = openRecordings({ db: drizzle, dataDir });
    const onProgress = () => {
      removing ??= recordings.remove(recordingId);
    };
    const made = await makeBackup({ client, dataDir, target: at("removed"), isLocal: true, onProgress });
    expect([await removing, made.missing]).toEqual([true, []]);
    expect(existsSync(join(at("removed"), "data", "recordings", String(recordingId)))).toBe(false);
    const states = linesOf(join(at("removed"), "rows.jsonl")).filter((line) => line.startsWith('["recording",'));
    expect(states.filter((line) => line.includes('"ready"'))).toEqual([]);
  } finally {
    client.release();
    await close();
  }
});
