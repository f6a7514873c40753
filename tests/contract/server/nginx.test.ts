/** The nginx block of operations.md in front of real nodes: any port, redirect, sockets, addresses, and a rolling restart. */
import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClientSettings, getCurrentUser, getToken } from "../../../src/protocol/accounts.ts";
import { dataQueryNamespace, socketPath } from "../../../src/protocol/pages.ts";
import { testAdmin, withDatabase } from "../../support/accounts.ts";
import { findNginx, nginxBlock, type RunningNginx, startNginx } from "../../support/nginx.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

const nginx = findNginx();

async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, () => {
      const probe = createServer();
      return new Promise<typeof probe>((resolve) => probe.listen(0, "127.0.0.1", () => resolve(probe)));
    }),
  );
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

it("the block of operations.md forwards the Host header with its port", () => {
  expect(nginxBlock()).toContain("proxy_set_header Host $http_host;");
});

describe.skipIf(nginx === undefined)("behind nginx", () => {
  let nodes: RunningServer[];
  let proxy: RunningNginx;
  let http: number;
  let https: number;
  let origin: string;

  beforeAll(async () => {
    [http, https] = await freePorts(2);
    origin = `https://localhost:${https}`;
    const env = { PUBLIC_URL: origin, TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "debug" };
    const first = await startServer({ env });
    const DATABASE_URL = await testDatabaseUrl(first.dataDir);
    nodes = [first];
    // The embedded database has one process; on PostgreSQL two nodes stand behind the proxy.
    if (DATABASE_URL !== undefined)
      nodes.push(await startServer({ dataDir: first.dataDir, env: { ...env, DATABASE_URL } }));
    proxy = await startNginx(nginx as string, {
      http,
      https,
      nodes: nodes.map(({ url }) => `127.0.0.1:${new URL(url).port}`),
    });
  }, 240_000);
  afterAll(async () => {
    await proxy?.stop();
    for (const node of (nodes ?? []).reverse()) await node.stop();
  });

  /** One call over TLS; the certificate is the test's own. */
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = { port: https, path, method: "POST", rejectUnauthorized: false };
      const sent = request(
        { ...options, headers: { "content-type": "application/json", origin, ...headers } },
        (answer) => {
          let text = "";
          answer.on("data", (part) => {
            text += part;
          });
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.on("error", reject).end(JSON.stringify(body));
    });

  async function signIn(): Promise<string> {
    const { parent_study_id } = JSON.parse((await call(getClientSettings.path, {})).text);
    const answer = await call(`${getToken.path}?parent_study_id=${parent_study_id}`, testAdmin);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return JSON.parse(answer.text).token;
  }

  const connect = (token: string, options = {}) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = io(origin + dataQueryNamespace, {
        ...{ path: socketPath, transports: ["websocket"], auth: { token }, rejectUnauthorized: false, ...options },
        extraHeaders: { origin },
      });
      socket.once("connect", () => resolve(socket));
      if (!("reconnection" in options)) socket.once("connect_error", reject);
    });

  it("calls and sockets work on a port that is not 443", async () => {
    const token = await signIn();
    expect((await call(getCurrentUser.path, {}, { authorization: token })).status).toBe(200);
    const socket = await connect(token);
    expect(socket.connected).toBe(true);
    socket.disconnect();
  });

  it("a page of another origin is refused", async () => {
    expect((await call(getClientSettings.path, {}, { origin: "https://evil.example" })).status).toBe(403);
  });

  it("the audit names the client's address, not the proxy's, whatever the client claims", async () => {
    await call(getToken.path, { email: "nobody@connect.test", password: "x" }, { "x-forwarded-for": "198.51.100.7" });
    await withDatabase(nodes[0].dataDir, async (pool) => {
      const { rows } = await pool.query("select distinct ip_address from login_attempt");
      expect(rows.map(({ ip_address }) => ip_address)).not.toContain("198.51.100.7");
    });
  });

  it("http leads to https, with path and query and without losing a method", async () => {
    const { status, location } = await new Promise<{ status?: number; location?: string }>((resolve, reject) => {
      plainRequest({ port: http, path: "/login?next=%2Freview", method: "POST" }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, location: answer.headers.location });
      })
        .on("error", reject)
        .end();
    });
    expect([status, location]).toEqual([308, `${origin}/login?next=%2Freview`]);
  });

  it.runIf(isOnPostgres())(
    "nodes are restarted one after the other while calls go on",
    { timeout: 240_000 },
    async () => {
      const token = await signIn();
      const ask = () => call(getCurrentUser.path, {}, { authorization: token });
      const socket = await connect(token, { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 });
      const statuses: number[] = [];
      const callers = 4;
      let isRestarting = true;
      const calls = Array.from({ length: callers }, async () => {
        while (isRestarting) statuses.push((await ask()).status);
      });
      try {
        for (const node of nodes) {
          await node.restart();
          while (!node.output().includes("http.answered")) await ask(); // until the proxy believes in it again
        }
      } finally {
        isRestarting = false;
        await Promise.all(calls);
      }
      expect(statuses.length).toBeGreaterThan(20);
      expect(statuses.filter((status) => status !== 200 && status !== 502)).toEqual([]);
      // A call that waits to be accepted in the moment a node ends is answered by nobody: one of each caller at most.
      expect(statuses.filter((status) => status === 502).length).toBeLessThanOrEqual(callers * nodes.length);
      if (!socket.connected) await new Promise((resolve) => socket.once("connect", () => resolve(undefined)));
      socket.disconnect();
    },
  );
});
