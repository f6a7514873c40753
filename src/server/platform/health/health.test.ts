import Fastify from "fastify";
import { expect, it } from "vitest";
import { addHealthRoutes } from "./health.ts";

it("says why it is not ready, also when the database went with the disk", async () => {
  const http = Fastify();
  const db = { execute: () => Promise.reject(new Error("ENOENT")) } as unknown as Parameters<typeof addHealthRoutes>[1];
  const stop = addHealthRoutes(http, db, () => ["The disk is full."]);
  const ready = async () => (await http.inject("/readyz")).json();
  expect(await ready()).toEqual({ status: "not ready", reason: "The disk is full." });
  stop();
  expect(await ready()).toEqual({ status: "not ready" });
  await http.close();
});

it("asks the database once for all who ask at a time", async () => {
  const http = Fastify();
  let questions = 0;
  const answers: (() => void)[] = [];
  const execute = () => {
    questions++;
    return new Promise<void>((resolve) => answers.push(resolve));
  };
  addHealthRoutes(http, { execute } as unknown as Parameters<typeof addHealthRoutes>[1]);
  await http.ready();
  const asked = Array.from({ length: 20 }, () => http.inject("/readyz").then(({ statusCode }) => statusCode));
  await expect.poll(() => questions).toBe(1);
  await http.inject("/healthz"); // what came before it has been heard
  expect(questions).toBe(1);
  answers[0]();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  const later = http.inject("/readyz");
  await expect.poll(() => questions).toBe(2);
  answers[1]();
  expect((await later).statusCode).toBe(200);
  await http.close();
});
