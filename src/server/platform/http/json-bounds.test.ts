/** Bodies that would keep the server from everybody else are refused while they come. */

import { Readable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import Type from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerError } from "./error-edge.ts";
import { boundedJson, isSmallBody, largeBody, ordinaryBody, validatorOf } from "./json-bounds.ts";

let http: FastifyInstance;
let url: string;

beforeAll(async () => {
  http = fastify({ bodyLimit: 32 * 1024 * 1024 });
  http.setValidatorCompiler(validatorOf);
  http.setErrorHandler(answerError);
  http.post<{ Body: { names: string[] } }>(
    "/call",
    {
      schema: { body: Type.Object({ names: Type.Array(Type.String(), { maxItems: 200_000 }) }) },
      preParsing: async (_request, _reply, body) => boundedJson(body as never, largeBody),
    },
    async ({ body }) => ({ count: body.names.length, bytes: body.names.join("").length }),
  );
  url = `${await http.listen({ port: 0, host: "127.0.0.1" })}/call`;
});
afterAll(() => http.close());

async function post(body: string): Promise<[number, string]> {
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return [answer.status, await answer.text()];
}

const unreadable = [400, "The request cannot be read."];

it("passes on what calls send, marks in texts among it", async () => {
  const names = [...Array.from({ length: 100_000 }, (_, k) => `file ${k}, "é" \\`), "[{,:".repeat(1_000_000)];
  const bytes = names.join("").length;
  expect(await post(JSON.stringify({ names }))).toEqual([200, JSON.stringify({ count: 100_001, bytes })]);
});

it("refuses deep nesting and very many members, and goes on with the same connection", async () => {
  expect(await post(`{"names":${"[".repeat(10_000_000)}`)).toEqual(unreadable);
  expect(await post(`{"names":[${"1,".repeat(10_000_000)}1]}`)).toEqual(unreadable);
  expect(await post(`{"names":${"[]".repeat(600_000)}}`)).toEqual(unreadable);
  expect((await post(`{"names":["a"]}`))[0]).toBe(200);
});

it("refuses of an ordinary call many names, objects and lists, not many numbers", async () => {
  const passes = (text: string) =>
    new Promise<boolean>((resolve) => {
      const bounded = boundedJson(Readable.from([Buffer.from(text)]), ordinaryBody);
      bounded.on("error", () => resolve(false)).on("end", () => resolve(true));
      bounded.resume();
    });
  const some = (count: number, one: (k: number) => string) => Array.from({ length: count }, (_, k) => one(k)).join(",");
  expect(await passes(`{"ids":[${some(40_000, String)}]}`)).toBe(true);
  expect(await passes(`{"channels":[${some(1900, (k) => `{"label":"${k}","unit":"uV","gain":1,"offset":0}`)}]}`)).toBe(
    true,
  );
  expect(await passes(`{${some(20_000, (k) => `"k${k}":1`)}}`)).toBe(false);
  expect(await passes(`[${some(20_000, () => "{}")}]`)).toBe(false);
  expect(await passes("[".repeat(33))).toBe(false);
});

it("looks through no body that is too short to hold anybody up", () => {
  expect(isSmallBody({})).toBe(true);
  expect(isSmallBody({ "content-length": "8192" })).toBe(true);
  expect(isSmallBody({ "content-length": "8193" })).toBe(false);
  expect(isSmallBody({ "content-length": "x" })).toBe(false);
  expect(isSmallBody({ "transfer-encoding": "chunked" })).toBe(false);
});

it("lives on when a body that was refused by its head goes wrong or breaks off", async () => {
  const failures: Error[] = [];
  const note = (error: Error) => void failures.push(error);
  process.once("uncaughtException", note);
  const isClosed = (stream: Readable) => new Promise<void>((resolve) => stream.once("close", resolve));
  await isClosed(boundedJson(Readable.from([Buffer.from("[".repeat(1000))]), largeBody));
  const body = new Readable({ read: () => undefined });
  const brokenOff = isClosed(boundedJson(body, largeBody));
  body.push("[");
  body.destroy();
  await brokenOff;
  expect(await post(`{"names":${"[".repeat(33 * 1024 * 1024)}`)).toEqual([413, "The request is too large."]);
  expect((await post(`{"names":["a"]}`))[0]).toBe(200);
  process.off("uncaughtException", note);
  expect(failures).toEqual([]);
});

it("says one sentence of a body that is wrong in very many places", async () => {
  expect(await post(`{"names":[${"1,".repeat(150_000)}1]}`)).toEqual([400, "The request is not of the expected form."]);
  expect(await post("null")).toEqual([400, "The request is not of the expected form."]);
});
