/** Who sends a body byte by byte is cut off; who sends a long one, but keeps sending, is not. */
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { boundedJson, largeBody } from "./json-bounds.ts";
import { type BodyLimits, limitBodies } from "./slow-bodies.ts";

const long = 60_000;
const soon = 50;
const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const http of servers.splice(0)) await http.close();
});

/** Answers POST /call and PUT /object with these limits. Returns its port. */
async function serve(limits: Partial<BodyLimits>): Promise<number> {
  const http = fastify({ forceCloseConnections: true, bodyLimit: 1000 });
  servers.push(http);
  limitBodies(http, { callMs: long, silenceMs: long, refused: { bytes: 1e8, ms: long }, ...limits });
  http.post("/call", async () => "done");
  http.post(
    "/large",
    { preParsing: async (_request, _reply, body) => boundedJson(body as Readable, largeBody) },
    async () => "done",
  );
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.put("/object", { config: { hasLongBody: true } }, async ({ raw }) => {
      for await (const _bytes of raw);
      return "stored";
    });
  });
  await http.listen({ port: 0, host: "127.0.0.1" });
  return (http.server.address() as { port: number }).port;
}

/** Begins a request of ten bytes and sends the first three. `end` sends the others. */
function begin(port: number, method: string, path: string) {
  const headers = { "content-length": 10, "content-type": "application/json" };
  const sending = request({ host: "127.0.0.1", port, method, path, headers });
  const answer = new Promise<number | "cut">((resolve) => {
    sending.on("response", (reply) => resolve(reply.resume().statusCode ?? 0));
    sending.on("error", () => resolve("cut"));
  });
  sending.write('"aa');
  return { answer, end: () => void sending.end('aaaaaa"') };
}

it("takes bodies that come in time", async () => {
  const port = await serve({});
  for (const [method, path] of [
    ["POST", "/call"],
    ["PUT", "/object"],
  ]) {
    const { answer, end } = begin(port, method, path);
    end();
    expect(await answer).toBe(200);
  }
});

it("cuts off calls whose body does not come; bodies of objects may take longer", async () => {
  const port = await serve({ callMs: soon });
  const object = begin(port, "PUT", "/object");
  const call = begin(port, "POST", "/call");
  expect([408, "cut"]).toContain(await call.answer);
  object.end();
  expect(await object.answer).toBe(200);
});

it("cuts off bodies of objects that fall silent", async () => {
  const port = await serve({ silenceMs: soon });
  expect([408, "cut"]).toContain(await begin(port, "PUT", "/object").answer);
});

it.each(["/call", "/large"])("answers who sends too much to %s and reads only afterwards", async (path) => {
  const port = await serve({});
  const body = JSON.stringify("x".repeat(16e6));
  const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const sending = connect(port, "127.0.0.1").pause();
  await promisify<string, void>(sending.write.bind(sending))(head + body);
  const [answer] = await once(sending.resume(), "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  sending.destroy();
});

it("does not wait for ever for the rest of what is too large", async () => {
  const port = await serve({ refused: { bytes: 1e8, ms: soon } });
  const headers = { "content-length": 2000, "content-type": "application/json" };
  const sending = request({ host: "127.0.0.1", port, method: "POST", path: "/call", headers });
  const status = new Promise((resolve) => sending.on("response", (reply) => resolve(reply.resume().statusCode)));
  sending.on("error", () => undefined);
  sending.write("x");
  expect(await status).toBe(413);
});

it("cuts requests that came over no connection, as those of tests do, without a failure", async () => {
  const http = fastify();
  servers.push(http);
  limitBodies(http, { callMs: soon, silenceMs: long, refused: { bytes: 1e8, ms: long } });
  let ended: Promise<unknown> | undefined;
  http.addHook("onRequest", async ({ raw }, reply) => {
    ended = once(raw, "close");
    await reply.code(401).send("no"); // the body is never read
  });
  http.post("/call", async () => "done");
  expect((await http.inject({ method: "POST", url: "/call", payload: "{}" })).statusCode).toBe(401);
  await ended;
});
