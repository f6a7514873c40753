/** Who sends a body byte by byte is cut off; who sends a long one, but keeps sending, is not. */
import { request } from "node:http";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { limitBodies } from "./slow-bodies.ts";

let http: FastifyInstance;
let port: number;

beforeAll(async () => {
  http = fastify({ forceCloseConnections: true });
  limitBodies(http, { callMs: 200, silenceMs: 400 });
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
  ({ port } = http.server.address() as { port: number });
});
afterAll(() => http.close());

/** Sends `count` bytes, one each `everyMs`, and then as many as were announced unless `isSilent`. */
function send(method: string, path: string, { count, everyMs = 0 }: { count: number; everyMs?: number }) {
  const headers = { "content-length": 10, "content-type": "application/json" };
  const sending = request({ host: "127.0.0.1", port, method, path, headers });
  return new Promise<number | "cut">((resolve) => {
    sending.on("response", (answer) => resolve(answer.resume().statusCode ?? 0));
    sending.on("error", () => resolve("cut"));
    const step = (sent: number) => {
      if (sent === count) return void (count === 10 && sending.end());
      sending.write(sent === 0 ? '"' : sent === 9 ? '"' : "a");
      setTimeout(() => step(sent + 1), everyMs);
    };
    step(0);
  });
}

it("cuts off calls whose body does not come", async () => {
  expect(await send("POST", "/call", { count: 10 })).toBe(200);
  expect([408, "cut"]).toContain(await send("POST", "/call", { count: 3 }));
  expect([408, "cut"]).toContain(await send("POST", "/call", { count: 10, everyMs: 100 }));
});

it("lets the bodies of objects take their time, but not be silent", async () => {
  expect(await send("PUT", "/object", { count: 10, everyMs: 100 })).toBe(200);
  expect([408, "cut"]).toContain(await send("PUT", "/object", { count: 3 }));
});
