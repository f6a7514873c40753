/** Who sends a body byte by byte is cut off; who sends a long one, but keeps sending, is not. */
import { request } from "node:http";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { type BodyLimits, limitBodies } from "./slow-bodies.ts";

const long = 60_000;
const soon = 50;
const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const http of servers.splice(0)) await http.close();
});

/** Answers POST /call and PUT /object with these limits. Returns its port. */
async function serve(limits: BodyLimits): Promise<number> {
  const http = fastify({ forceCloseConnections: true });
  servers.push(http);
  limitBodies(http, limits);
  http.post("/call", async () => "done");
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
  const port = await serve({ callMs: long, silenceMs: long });
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
  const port = await serve({ callMs: soon, silenceMs: long });
  const object = begin(port, "PUT", "/object");
  const call = begin(port, "POST", "/call");
  expect([408, "cut"]).toContain(await call.answer);
  object.end();
  expect(await object.answer).toBe(200);
});

it("cuts off bodies of objects that fall silent", async () => {
  const port = await serve({ callMs: long, silenceMs: soon });
  expect([408, "cut"]).toContain(await begin(port, "PUT", "/object").answer);
});
