import Fastify from "fastify";
import { expect, it } from "vitest";
import { serverText } from "../../../protocol/text/server-text.ts";
import { answerError } from "./error-edge.ts";

it("says that the disk is full when a statement found no room, whoever wrapped its failure, and nothing of its values", async () => {
  const http = Fastify();
  http.setErrorHandler(answerError);
  http.get("/", async () => {
    const cause = Object.assign(new Error('could not extend file "base/5/1"'), { code: "53100", severity: "ERROR" });
    throw Object.assign(new Error("Failed query: insert", { cause }), { params: ["Okafor"] });
  });
  const { statusCode, body } = await http.inject("/");
  expect([statusCode, body]).toEqual([507, serverText.diskFull]);
  await http.close();
});

it("says that what a row belongs to was deleted meanwhile, and does not take that for a failure of its own", async () => {
  const http = Fastify();
  http.setErrorHandler(answerError);
  http.get("/", async () => {
    const cause = Object.assign(new Error('violates foreign key constraint "x"'), { code: "23503", severity: "ERROR" });
    throw Object.assign(new Error("Failed query: insert", { cause }), { params: ["Okafor"] });
  });
  const { statusCode, body } = await http.inject("/");
  expect([statusCode, body]).toEqual([409, serverText.deletedMeanwhile]);
  await http.close();
});
