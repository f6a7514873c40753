/** The nginx block of operations.md, as it stands there, on free ports of this computer and with a certificate made for it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const operations = fileURLToPath(new URL("../../src/server/operations.md", import.meta.url));
const places = ["nginx", "/usr/sbin/nginx"];

/** The program, or undefined where nginx or openssl is missing. */
export const findNginx = (): string | undefined =>
  spawnSync("openssl", ["version"]).status === 0
    ? places.find((path) => spawnSync(path, ["-v"]).status === 0)
    : undefined;

/** The block of operations.md. */
export function nginxBlock(): string {
  const block = /```nginx\n([\s\S]*?)```/.exec(readFileSync(operations, "utf8"))?.[1];
  if (block === undefined) throw new Error("operations.md has no nginx block.");
  return block;
}

export interface RunningNginx {
  stop(): Promise<void>;
}

/** Starts it in front of `nodes` ("127.0.0.1:8080"). Only ports, name, certificate and nodes are changed in the block. */
export async function startNginx(
  nginx: string,
  { http, https, nodes }: { http: number; https: number; nodes: readonly string[] },
): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), "connect-nginx-"));
  const [certificate, key] = [join(folder, "connect.pem"), join(folder, "connect.key")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...request, ...subject], { stdio: "pipe" });
  const block = nginxBlock()
    .replace(/^ *# server .*$/m, "")
    .replace(/^ *server 127\.0\.0\.1:8080( .*;)$/m, (_, rest: string) =>
      nodes.map((node) => `server ${node}${rest}`).join("\n"),
    )
    .replaceAll("listen [::]:", "listen [::1]:")
    .replace(/(listen (?:\[::1\]:)?)80;/g, `$1${http};`)
    .replace(/(listen (?:\[::1\]:)?)443 /g, `$1${https} `)
    .replaceAll("https://connect.example.org", `https://localhost:${https}`)
    .replaceAll("connect.example.org", "localhost")
    .replace("/etc/ssl/connect.pem", certificate)
    .replace("/etc/ssl/connect.key", key);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  );
  const http_ = `http { access_log off; ${temporary.join(" ")}\n${block}\n}`;
  const file = join(folder, "nginx.conf");
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  writeFileSync(
    file,
    `${user}daemon off;\nworker_processes 1;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\n${http_}\n`,
  );
  const child = spawn(nginx, ["-p", folder, "-e", "stderr", "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  const orphan = () => child.kill("SIGKILL");
  process.once("exit", orphan);
  let text = "";
  child.stderr?.on("data", (part) => {
    text += part;
  });
  await untilListening(child, https, () => text);
  return {
    async stop() {
      process.off("exit", orphan);
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      if (child.exitCode === null) await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(child: ChildProcess, port: number, printed: () => string): Promise<void> {
  const { connect } = await import("node:net");
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      }).once("error", () => resolve(false));
    });
  while (!(await isOpen())) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${printed()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
