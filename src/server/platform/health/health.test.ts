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
