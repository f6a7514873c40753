/** The HTTP side of a real server: every declared route, its refusals, its headers, starting and stopping. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getFileAnnotations, getRecording, getRecordings } from "../../../src/protocol/routes.ts";
import { answerAs, callAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { connect, makeDataFolder, patientId, post } from "../pages/page-world.ts";

let server: RunningServer;
let dataDir: string;
let recordingId: number;
let token: string;

beforeAll(async () => {
  ({ dataDir, recordingId } = await makeDataFolder());
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("routes", () => {
  it.each([
    [getRecordings, () => ({})],
    [getRecording, () => ({ data_object_id: recordingId })],
    [getFileAnnotations, () => ({ data_object_id: recordingId })],
  ])("answer by their schema: $path", async (route, body) => {
    const { status, text } = await callAs(server.url, token, route, body());
    expect(status).toBe(200);
    const validator = Compile(route.answer);
    expect(validator.Errors(JSON.parse(text))).toEqual([]);
  });

  it("answer with what is stored", async () => {
    const { recordings } = JSON.parse((await callAs(server.url, token, getRecordings, {})).text);
    expect(recordings).toMatchObject([{ data_object_id: recordingId, patient_id: patientId, state: "ready" }]);
    const { annotations } = JSON.parse(
      (await callAs(server.url, token, getFileAnnotations, { data_object_id: recordingId })).text,
    );
    expect(annotations).toEqual([{ start_time: 1, end_time: 2, text: "a" }]);
  });

  it.each([getRecording, getFileAnnotations])("know no foreign recording: $path", async (route) => {
    const { status, type, text } = await callAs(server.url, token, route, { data_object_id: 999_999 });
    expect([status, text]).toEqual([404, "This recording does not exist."]);
    expect(type).toContain("text/plain");
  });

  it.each([
    ["no JSON", "{", 400],
    ["not an object", "5", 400],
    ["a missing field", {}, 400],
    ["a text for a number", { data_object_id: "1" }, 400],
    ["a fraction", { data_object_id: 1.5 }, 400],
    ["too long", { data_object_id: 1, more: "x".repeat(2_000_000) }, 413],
    ["a huge number", { data_object_id: 1e300 }, 404],
  ])("refuse %s in one plain sentence", async (_, body, status) => {
    const answer = await callAs(server.url, token, getRecording, body);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/^[A-Z][^{}]*\.$/);
  });

  it("refuse a body that is not JSON, and calls there are not", async () => {
    expect(
      await post(server.url, getRecordings, "a=1", { "content-type": "text/plain", authorization: token }),
    ).toMatchObject({
      status: 415,
      text: "The request must be JSON.",
    });
    const unknown = await post(server.url, { path: "/v1/nothing" }, {});
    expect([unknown.status, unknown.text]).toEqual([404, "There is no such call."]);
  });

  it("refuse an ordinary body of very many names before it is parsed", async () => {
    const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, k) => [`name ${k}`, 1]));
    const ask = (body: unknown) => callAs(server.url, token, getRecordings, body as never);
    expect((await ask({ workspace_name: "main", ...names(9000) })).status).not.toBe(400);
    expect(await ask(names(12_000))).toMatchObject({ status: 400, text: "The request cannot be read." });
  });
});

describe("pages of the application", () => {
  const get = (path: string) => fetch(server.url + path, { headers: { accept: "text/html" } });

  it.each(["/", "/review/12?start=5"])("are index.html with a nonce of their own: %s", async (path) => {
    const [first, second] = await Promise.all([get(path), get(path)]);
    expect(first.status).toBe(200);
    const nonceOf = (answer: Response) =>
      /style-src 'self' 'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
    const nonce = nonceOf(first);
    expect(nonce).toBeDefined();
    expect(nonceOf(second)).not.toBe(nonce);
    const html = await first.text();
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toContain("__CSP_NONCE__");
    expect(first.headers.get("cache-control")).toBe("no-store");
  });

  it("come with isolation and a strict policy, and do not say what serves them", async () => {
    const { headers } = await get("/");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-powered-by")).toBeNull();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).toContain(`ws://${new URL(server.url).host}`);
  });

  it("keep hashed files for ever and answer what is not there with 404", async () => {
    const html = await (await get("/")).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
    const file = await fetch(server.url + script);
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(file.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    expect((await fetch(`${server.url}/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/..%2f..%2fpackage.json`)).status).toBe(404);
    const unknown = await get("/nowhere");
    expect([unknown.status, (await unknown.text()).includes('id="root"')]).toEqual([404, true]);
  });
});

describe("the server", () => {
  const withHost = (host: string, path = "/docs", ...others: string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const headers = [host, ...others].flatMap((one) => ["Host", one]);
      request({ hostname, port, path, headers }, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end();
    });

  it("tells its health whatever name it is asked by: load balancers have their own", async () => {
    const asked = ["evil.example", "10.1.2.3:81"].flatMap((host) => [
      withHost(host, "/healthz"),
      withHost(host, "/readyz"),
    ]);
    expect(await Promise.all(asked)).toEqual([200, 200, 200, 200]);
  });

  it("is healthy once ready, and answers under its own names only", async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: "ok" });
    const { port } = new URL(server.url);
    expect(
      await Promise.all([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`].map((host) => withHost(host))),
    ).toEqual([200, 200, 200]);
    expect(
      await Promise.all(["evil.example", `evil.example:${port}`, "localhost:1"].map((host) => withHost(host))),
    ).toEqual([403, 403, 403]);
    expect(await withHost(`localhost:${port}`, "/docs", "evil.example")).toBe(400);
    expect(await post(server.url, getRecordings, {}, { origin: "http://evil.example" })).toMatchObject({
      ...{ status: 403, text: `This address is not known here. Use http://localhost:${port}.` },
    });
  });

  it("refuses a taken port in one sentence", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), "connect-port-"));
    writeFileSync(join(folder, "demo"), "done");
    await expect(startServer({ dataDir: folder, port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    taken.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("synthesises a demo on the very first start, and stops in the middle of it", { timeout: 120_000 }, async () => {
    const first = await startServer({ hasDemo: true });
    const session = await signIn(first.url);
    const states = async () => {
      const { recordings } = await answerAs(first.url, session.token, getRecordings, {});
      return recordings.map(({ state }) => state);
    };
    await expect.poll(states, { timeout: 25_000 }).toEqual(["importing"]);
    const { recordings } = await answerAs(first.url, session.token, getRecordings, {});
    expect(recordings).toMatchObject([{ patient_id: "DEMO-1", project_identifier: "DEMO-1", site_identifier: "DEMO" }]);
    expect(readFileSync(join(first.dataDir, "demo"), "utf8")).toBe("begun");
    await first.restart();
    await expect.poll(states, { timeout: 25_000 }).toContain("importing");
    expect(await first.stop()).toBe(0);
  });

  it("logs nothing about patients", async () => {
    await post(server.url, { path: `/v1/${patientId}` }, { patient_id: patientId });
    expect(server.output()).not.toContain(patientId);
  });

  it("comes back after kill -9 and stops cleanly while clients are connected", async () => {
    await server.kill();
    await server.restart();
    const client = await connect(server.url, token);
    const { recordings } = JSON.parse((await callAs(server.url, token, getRecordings, {})).text);
    expect(recordings).toHaveLength(1);
    expect(await server.stop()).toBe(0);
    client.close();
    await server.restart();
  });
});
