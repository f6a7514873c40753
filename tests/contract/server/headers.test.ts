/** What every answer carries, behind TLS and without it, and which names and proxies the server believes. */
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClientSettings, getToken } from "../../../src/protocol/accounts.ts";
import { callAs, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

let plain: RunningServer;
/** Behind a proxy that ends TLS. Both listen on all addresses of this computer. */
let proxied: RunningServer;
const publicHost = "connect.example";

beforeAll(async () => {
  [plain, proxied] = await Promise.all([
    startServer({ args: ["--host", "0.0.0.0"] }),
    startServer({
      args: ["--host", "0.0.0.0"],
      env: { PUBLIC_URL: `https://${publicHost}`, ALLOWED_HOSTS: "connect.lan", TRUST_PROXY: "127.0.0.1" },
    }),
  ]);
}, 120_000);
afterAll(async () => {
  await Promise.all([plain?.stop(), proxied?.stop()]);
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

function ask(server: RunningServer, path: string, headers: Record<string, string>, method = "GET"): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname: hostname === "localhost" ? "127.0.0.1" : hostname, port, path, headers, method }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on("error", reject)
      .end();
  });
}

const strict = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

describe.each([
  "/",
  "/login",
  "/docs",
  "/openapi.json",
  "/healthz",
  "/assets/nothing.js",
  "/v1/nothing",
])("%s", (path) => {
  it.each([
    ["plain", () => plain],
    ["behind TLS", () => proxied],
  ])("is isolated and has a strict policy: %s", async (_, server) => {
    const host = server() === proxied ? publicHost : new URL(plain.url).host;
    const { headers } = await ask(server(), path, { host, accept: "text/html" });
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    for (const denied of ["camera=()", "microphone=()", "geolocation=()", "usb=()", "display-capture=()"])
      expect(String(headers["permissions-policy"]).split(", ")).toContain(denied);
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    const directives = String(headers["content-security-policy"]).split("; ");
    expect(directives).toEqual(expect.arrayContaining(strict));
    expect(directives.join()).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
    const socket = server() === proxied ? `wss://${publicHost}` : `ws://${host}`;
    expect(directives).toContain(`connect-src 'self' ${socket}`);
    expect(headers["strict-transport-security"]).toBe(server() === proxied ? "max-age=31536000" : undefined);
  });
});

it("isolates answers to addresses that cannot be read, in plain text, too", async () => {
  const { status, headers } = await ask(plain, "/user/%zz", { host: new URL(plain.url).host });
  expect(status).toBe(400);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
});

it("lets nobody keep answers of calls", async () => {
  for (const body of [{}, "no JSON"]) {
    const answer = await callAs(plain.url, null, getClientSettings, body);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

it("sets no cookie of its own", async () => {
  const answer = await callAs(plain.url, null, getClientSettings, {});
  expect(answer.headers.get("set-cookie")).toBeNull();
});

describe("names", () => {
  it("are believed when the operator gave them, or they are addresses it listens on", async () => {
    const { port } = new URL(proxied.url);
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const interfaces = own.map(({ address, family }) =>
      family === "IPv6" ? `[${address}]:${port}` : `${address}:${port}`,
    );
    for (const host of [publicHost, "connect.lan", `connect.lan:${port}`, `localhost:${port}`, ...interfaces])
      expect([host, (await ask(proxied, "/docs", { host })).status]).toEqual([host, 200]);
    for (const host of ["evil.example", `evil.example:${port}`, `${publicHost}.evil.example`, `203.0.113.1:${port}`])
      expect([host, (await ask(proxied, "/docs", { host })).status]).toEqual([host, 403]);
  });

  it("are compared without regard to case", async () => {
    const { port } = new URL(proxied.url);
    for (const host of [publicHost.toUpperCase(), "Connect.LAN", `LocalHost:${port}`])
      expect([host, (await ask(proxied, "/docs", { host })).status]).toEqual([host, 200]);
    const origin = `HTTPS://${publicHost.toUpperCase()}`;
    const { headers, status } = await ask(proxied, "/docs", { host: publicHost.toUpperCase(), origin });
    expect(status).toBe(200);
    expect(String(headers["content-security-policy"])).toContain(`connect-src 'self' wss://${publicHost}`);
    expect((await ask(proxied, "/docs", { host: "EVIL.example" })).status).toBe(403);
  });

  it("of other pages are refused, on calls and sockets", async () => {
    const upgrade = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "x".repeat(22),
    };
    const path = "/rt/?EIO=4&transport=websocket";
    for (const origin of ["https://evil.example", `http://${publicHost}`, `https://${publicHost}.evil`, "null"]) {
      expect((await ask(proxied, "/docs", { host: publicHost, origin })).status).toBe(403);
      expect((await ask(proxied, path, { ...upgrade, host: publicHost, origin })).status).not.toBe(101);
    }
    expect((await ask(proxied, "/docs", { host: publicHost, origin: `https://${publicHost}` })).status).toBe(200);
  });
});

describe("addresses of people", () => {
  const attempt = (server: RunningServer, forwarded: string, email: string) =>
    fetch(`${server.url.replace("localhost", "127.0.0.1")}${getToken.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": forwarded },
      body: JSON.stringify({ email, password: "Wrong-password-1" }),
    });
  const addressOf = (server: RunningServer, email: string) =>
    withDatabase(server.dataDir, async (pool) => {
      const { rows } = await pool.query("select ip_address from login_attempt where email = $1", [email]);
      return rows.map(({ ip_address }) => ip_address);
    });

  it("come from the proxy that is trusted, its last hop alone, and from nobody else", async () => {
    expect((await attempt(proxied, "198.51.100.7, 203.0.113.9", "far@connect.test")).status).toBe(401);
    expect(await addressOf(proxied, "far@connect.test")).toEqual(["203.0.113.9"]);
    expect((await attempt(plain, "203.0.113.9", "near@connect.test")).status).toBe(401);
    expect(await addressOf(plain, "near@connect.test")).toEqual(["127.0.0.1"]);
  });
});

describe("bodies", () => {
  it("are small, JSON, and not read from another kind of form", async () => {
    const large = await callAs(plain.url, null, getToken, { email: "a@b.example", password: "x".repeat(20_000) });
    expect([large.status, large.text]).toEqual([413, "The request is too large."]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const headers = { "content-type": type };
      const answer = await fetch(plain.url + getToken.path, { method: "POST", headers, body: "{}" });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });
});

it("says at the start that it is open to others without TLS", () => {
  expect(plain.output()).toContain("http.without-tls");
  expect(proxied.output()).not.toContain("http.without-tls");
});

it("is ready while its database answers", async () => {
  expect(await (await fetch(`${plain.url}/readyz`)).json()).toEqual({ status: "ready" });
});

describe("the list of calls", () => {
  it("names every declared call once, with who may make it", async () => {
    const { allRoutes } = await import("../../../src/protocol/catalogue.ts");
    const { paths, openapi } = await (await fetch(`${plain.url}/openapi.json`)).json();
    expect(openapi).toBe("3.1.0");
    expect(Object.keys(paths).sort()).toEqual(allRoutes.map(({ path }) => path).sort());
    const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, needs, body, answer, hasGet = false, isBlob = false, hasBytes } of allRoutes) {
      const { post, get } = paths[path];
      expect(get !== undefined).toBe(hasGet);
      expect(post["x-needs"]).toEqual(needs);
      expect(post.security).toEqual(needs === "anyone" ? [] : [{ token: [] }]);
      if (hasBytes) expect(Object.keys(post.requestBody.content)).toEqual(["application/octet-stream"]);
      else expect(post.requestBody.content["application/json"].schema).toEqual(JSON.parse(JSON.stringify(body)));
      const { content } = post.responses[200];
      if (isBlob) expect(Object.keys(content)).toEqual(["application/octet-stream"]);
      else expect(content["application/json"].schema).toEqual(JSON.parse(JSON.stringify(answer)));
    }
    const page = await (await fetch(`${plain.url}/docs`)).text();
    for (const { path } of allRoutes) expect(page).toContain(`<code>${path}</code>`);
    expect(page).not.toMatch(/<script|style="|\son\w+=/);
  });
});
