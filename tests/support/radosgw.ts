/** A throwaway S3-compatible service for the tests: Ceph's radosgw on a monitor and a store in memory, all on loopback. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3";

const programs = ["radosgw", "radosgw-admin", "ceph", "ceph-mon", "ceph-osd", "ceph-authtool", "monmaptool"];
const readyWithinMs = 60_000;
const endWithinMs = 10_000;
const accessKeyId = "TESTKEY";
const secretAccessKey = "TESTSECRET";

export interface RunningRadosgw {
  /** Without a slash at the end. */
  endpoint: string;
  /** Of a server that keeps its objects here (operations.md, Environment). */
  env: Record<string, string>;
  /** Makes a bucket that pages of every origin may use, as operations.md asks of operators. */
  makeBucket(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Whether it is installed, and this account may run it. */
export function hasRadosgw(): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const isThere = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
  return process.platform === "linux" && process.getuid?.() === 0 && programs.every(isThere);
}

/** Starts one with the bucket "connect". @throws with what it printed when it does not start */
export async function startRadosgw(): Promise<RunningRadosgw> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "connect-rgw-")));
  for (const name of ["mon", "osd", "rgw", "run"]) mkdirSync(join(home, name));
  const [monitor, older, port] = await freePorts(3);
  const [cluster, disk] = [randomUUID(), randomUUID()];
  writeFileSync(join(home, "ceph.conf"), settings({ home, cluster, monitor, older, port }));
  const env = { ...process.env, CEPH_CONF: join(home, "ceph.conf") };
  const run = (name: string, ...args: string[]) =>
    execFileSync(name, args, { cwd: home, env, stdio: ["ignore", "pipe", "pipe"], timeout: readyWithinMs });
  const children: Daemon[] = [];
  const launch = (name: string, ...args: string[]) => {
    const daemon = start(name, args, { cwd: home, env });
    children.unshift(daemon);
    return daemon;
  };
  const stop = async () => {
    // Gateway, store, monitor: a store without its monitor does not end.
    for (const child of children) await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    run("ceph-authtool", "-C", "keyring");
    const key = (name: string, ...caps: string[]) =>
      run("ceph-authtool", "keyring", "--gen-key", "-n", name, ...caps.flatMap((cap) => ["--cap", ...cap.split("=")]));
    key("mon.", "mon=allow *");
    key("client.admin", "mon=allow *", "osd=allow *");
    key("client.rgw", "mon=allow rwx", "osd=allow rwx");
    key("osd.0", "mon=allow profile osd", "osd=allow *");
    const addresses = `[v2:127.0.0.1:${monitor},v1:127.0.0.1:${older}]`;
    run("monmaptool", "--create", "--fsid", cluster, "--addv", "a", addresses, "monmap");
    run("ceph-mon", "-i", "a", "--mkfs", "--monmap", "monmap", "--keyring", "keyring");
    launch("ceph-mon", "-f", "-i", "a");
    run("ceph", "osd", "new", disk, "0");
    run("ceph", "auth", "import", "-i", "keyring");
    run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", disk);
    launch("ceph-osd", "-f", "-i", "0");
    run("radosgw-admin", "user", "create", "--uid=t", "--display-name=t", ...keys());
    const gateway = launch("radosgw", "-f", "-n", "client.rgw");
    const endpoint = `http://127.0.0.1:${port}`;
    await untilAnswers(endpoint, gateway);
    const makeBucket = (name: string) => bucketAt(endpoint, name);
    await makeBucket("connect");
    return {
      endpoint,
      env: {
        STORE: "s3",
        S3_BUCKET: "connect",
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
      makeBucket,
      stop,
    };
  } catch (error) {
    await stop();
    const said = (error as { stderr?: Buffer }).stderr?.toString() ?? "";
    throw new Error(`radosgw did not start: ${error instanceof Error ? error.message : String(error)}\n${said}`);
  }
}

const keys = () => [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];

interface Place {
  home: string;
  cluster: string;
  monitor: number;
  older: number;
  port: number;
}

const settings = ({ home, cluster, monitor, older, port }: Place): string => `[global]
fsid=${cluster}
mon_initial_members=a
mon_host=[v2:127.0.0.1:${monitor},v1:127.0.0.1:${older}]
public_addr=127.0.0.1
auth_allow_insecure_global_id_reclaim=false
keyring=${home}/keyring
osd_pool_default_size=1
osd_pool_default_min_size=1
osd_pool_default_pg_num=8
osd_pool_default_pg_autoscale_mode=off
osd_crush_chooseleaf_type=0
mon_allow_pool_size_one=true
mon_max_pg_per_osd=1000
run_dir=${home}/run
admin_socket=${home}/run/$name.asok
pid_file=${home}/run/$name.pid
log_file=${home}/run/$name.log
mon_data=${home}/mon
osd_data=${home}/osd
osd_objectstore=memstore
memstore_device_bytes=4294967296
rgw_data=${home}/rgw
rgw_frontends=beast endpoint=127.0.0.1:${port}
`;

interface Daemon {
  child: ChildProcess;
  orphan(): void;
}

function start(name: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Daemon {
  const child = spawn(name, args, { ...options, stdio: "ignore" });
  const orphan = () => void child.kill("SIGKILL");
  process.once("exit", orphan);
  return { child, orphan };
}

async function end({ child, orphan }: Daemon): Promise<void> {
  process.off("exit", orphan);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), endWithinMs);
  await gone;
  clearTimeout(timer);
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function untilAnswers(endpoint: string, { child }: Daemon): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(endpoint).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the gateway does not answer");
}

async function bucketAt(endpoint: string, Bucket: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
    const rule = {
      AllowedOrigins: ["*"],
      AllowedMethods: ["GET", "PUT"],
      AllowedHeaders: ["*"],
      ExposeHeaders: ["ETag"],
    };
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
  } finally {
    client.destroy();
  }
}
