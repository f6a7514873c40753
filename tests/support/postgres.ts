/** A throwaway PostgreSQL for the tests, when its binaries are installed, with one database for each data folder. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";
import { placeEmptyDatabase } from "./empty-database.ts";

/** Address of a PostgreSQL whose account may create databases; set by the project "contract-postgres". */
const serverVariable = "CONNECT_TEST_DATABASE_URL";
const readyWithinMs = 30_000;
const superuser = "connect";

/** The folder with initdb and postgres: on the PATH, or the newest of Debian's. */
export function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

export interface RunningPostgres {
  /** Address of its first database, with an account that may do everything. */
  url: string;
  /** Ends the server and keeps its files; whoever is connected is dropped. */
  halt(): Promise<void>;
  /** Starts it again where it was. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: then it runs as its own account, or as nobody. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"])
    try {
      const id = (option: string) => Number(execFileSync("id", [option, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {}
  throw new Error("PostgreSQL cannot run as root, and there is neither an account postgres nor nobody.");
}

/** Starts an empty one on loopback. Nothing of it is synced to the disk. @throws when it does not start */
export async function startPostgres(bin: string): Promise<RunningPostgres> {
  const account = unprivileged();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "connect-pg-")));
  const files = join(folder, "data");
  mkdirSync(files);
  if (account !== undefined) for (const path of [folder, files]) chownSync(path, account.uid, account.gid);
  const environment = { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" };
  const options = { ...account, cwd: folder, env: environment };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const initdb = ["-D", files, "-U", superuser, "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"];
    execFileSync(join(bin, "initdb"), initdb, { ...options, stdio: "pipe" });
    const port = await freePort();
    const settings = [
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${folder}`,
      `port=${port}`,
      "fsync=off",
      "full_page_writes=off",
      "synchronous_commit=off",
      "max_connections=200",
    ];
    const args = ["-D", files, ...settings.flatMap((setting) => ["-c", setting])];
    const url = `postgres://${superuser}@127.0.0.1:${port}/postgres`;
    let child: ChildProcess | undefined;
    const orphan = () => void child?.kill("SIGQUIT");
    process.once("exit", orphan);
    const resume = async () => {
      child = spawn(join(bin, "postgres"), args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
      await untilReady(child, url);
    };
    const halt = async () => {
      const gone = new Promise((resolve) => child?.once("exit", resolve));
      child?.kill("SIGINT"); // "fast": whoever is connected is dropped
      await gone;
      child = undefined;
    };
    await resume();
    return {
      url,
      halt,
      resume,
      async stop() {
        process.off("exit", orphan);
        if (child !== undefined) await halt();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let text = "";
  child.stderr?.on("data", (part) => {
    text += part;
  });
  const deadline = Date.now() + readyWithinMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined); // it is still starting; the loop tries again
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  child.kill("SIGKILL");
  throw new Error(`PostgreSQL did not start:\n${text}`);
}

/** Whether the tests run on PostgreSQL. */
export const isOnPostgres = (): boolean => Boolean(process.env[serverVariable]);

/**
 * Waits until somebody waits for the open transaction of `holder`. On the embedded database transactions run one after
 * another anyway, whoever asks when.
 */
export async function untilBlockedBy(holder: pg.PoolClient, pool: pg.Pool): Promise<void> {
  if (!isOnPostgres()) return;
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
  const waiting = "select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))";
  while ((await pool.query(waiting, [rows[0].pid])).rowCount === 0);
}

/** Waits until so many connections to the database wait for a lock. Of the embedded one as `untilBlockedBy`. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  if (!isOnPostgres()) return;
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  while (((await pool.query(waiting)).rowCount ?? 0) < count);
}

/**
 * Address of the database that stands for the embedded one of a data folder, made on first use; undefined when the
 * tests run on the embedded database. The same folder gets the same database, in every process.
 */
export async function testDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const server = process.env[serverVariable];
  if (!server) return undefined;
  mkdirSync(dataDir, { recursive: true });
  const name = `t_${createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 24)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "42P04" && code !== "23505") throw error; // it is there, or just being made
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same; where tests run on the embedded database, the files of an empty one are put into the folder (empty-database.ts). */
export async function emptyDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const url = await testDatabaseUrl(dataDir);
  if (url === undefined) await placeEmptyDatabase(dataDir);
  return url;
}
