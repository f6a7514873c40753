/** The built server as a child process on a free port, for contract and browser tests and benches. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testAdmin } from "./calls.ts";
import { emptyDatabaseUrl } from "./postgres.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readyWithinMs = 180_000;
/** The first start makes this administrator. */
const adminEnv = { ADMIN_EMAIL: testAdmin.email, ADMIN_PASSWORD: testAdmin.password };

export interface RunningServer {
  /** Origin, without a slash at the end. Stays the same over a restart. */
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything it printed so far. */
  output(): string;
  /** Asks it to end and waits; resolves with its exit code. A data folder made for it is removed. */
  stop(): Promise<number | null>;
  /** kill -9; the data folder stays. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data folder, stopping it first when it still runs. */
  restart(): Promise<void>;
}

export interface ServerOptions {
  /** Default: a new folder that is removed by `stop`. */
  dataDir?: string;
  env?: Record<string, string>;
  /** More of the command line. */
  args?: readonly string[];
  /** Default: a free one. */
  port?: number;
  /** Let the first start make its demo recording. Default false. */
  hasDemo?: boolean;
  /** It is measured: it runs as it does for people. Default false. */
  isMeasured?: boolean;
}

/**
 * Most servers of tests live for seconds: compiling the embedded database with an eye to hours costs a second of each, and
 * validating all of its functions, called or not, most of another.
 */
const shortLived = ["--wasm-tiering-budget=180000000", "--wasm-lazy-validation"];
/** Nothing is built that nobody asked for: what a test finds in a cache is its own. Nor is it warmed for those who come later. */
const quiet = { OVERVIEWS: "off", WARM_UP: "off" };

/** Starts the server and waits until it is ready. @throws Error with what it printed when it does not start. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "connect-server-"));
  if (!options.hasDemo && !existsSync(join(dataDir, "demo"))) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, "demo"), "done"); // src/server/first-start.ts
  }
  const databaseUrl = options.env?.DATABASE_URL === undefined ? await emptyDatabaseUrl(dataDir) : undefined;
  const env = { ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }), ...options.env };
  let run = await launch(dataDir, options.port ?? 0, env, options);
  const { url } = run;
  const port = Number(new URL(url).port);
  return {
    url,
    dataDir,
    get pid() {
      return run.child.pid as number;
    },
    output: () => run.output(),
    async stop() {
      const code = await end(run.child, "SIGTERM");
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      await end(run.child, "SIGKILL");
    },
    async restart() {
      await end(run.child, "SIGTERM");
      run = await launch(dataDir, port, env, options);
    },
  };
}

interface Run {
  child: ChildProcess;
  url: string;
  output(): string;
}

function launch(
  dataDir: string,
  port: number,
  env: Record<string, string>,
  { args = [], isMeasured = false }: ServerOptions,
): Promise<Run> {
  const child = spawn(
    process.execPath,
    [
      ...(isMeasured ? [] : shortLived),
      join(root, "dist/server/main.js"),
      "--port",
      String(port),
      "--data",
      dataDir,
      ...args,
    ],
    { env: { ...process.env, ...adminEnv, ...quiet, ...env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const orphan = () => child.kill("SIGKILL");
  process.once("exit", orphan);
  child.once("exit", () => process.off("exit", orphan));
  let text = "";
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill("SIGKILL");
      reject(new Error(`The server ${why}. It printed:\n${text}`));
    };
    const timer = setTimeout(() => fail("was not ready in time"), readyWithinMs);
    const onExit = () => {
      clearTimeout(timer);
      fail("ended before it was ready");
    };
    child.once("exit", onExit);
    child.stderr.on("data", (part) => {
      text += part;
    });
    child.stdout.on("data", (part) => {
      text += part;
      const url = /ready at (?:\S+, listening at )?(http:\/\/\S+)\n/.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      child.off("exit", onExit);
      resolve({ child, url, output: () => text });
    });
  });
}

function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.kill(signal);
  });
}
