import fastify from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { answerChecks } from "./answer-checks.ts";

afterEach(() => void vi.unstubAllGlobals());

const answer = {
  anyOf: [
    { type: "object", properties: { a: { anyOf: [{ type: "null" }, { type: "integer" }] } }, required: ["a"] },
    { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
  ],
};

/** Answers of a server that sends these, and what was compiled for it. */
async function sentOf(said: readonly unknown[], options: object) {
  const compiled: string[] = [];
  const construct = (target: FunctionConstructor, text: string[]) => {
    compiled.push(...text);
    return new target(...text);
  };
  vi.stubGlobal("Function", new Proxy(Function, { construct }));
  const http = fastify(options);
  let k = 0;
  http.post("/call", { schema: { response: { 200: answer } } }, async () => said[k++]);
  const sent: string[] = [];
  for (const _ of said) {
    const { statusCode, body } = await http.inject({ method: "POST", url: "/call" });
    sent.push(statusCode === 200 ? body : `${statusCode}`);
  }
  await http.close();
  return { sent, compiled: compiled.join("\n") };
}

it("tells answers apart as before, by checks without sentences that nobody reads", async () => {
  const said = [{ a: 3, secret: 1 }, { a: null }, { b: "x", a: "y" }, { c: 1 }];
  const usual = await sentOf(said, {});
  const { sent, compiled } = await sentOf(said, { serializerOpts: answerChecks });
  expect(sent).toEqual(['{"a":3}', '{"a":null}', '{"b":"x"}', "500"]);
  expect(usual.sent).toEqual(sent);
  expect(usual.compiled).toContain("must have required property");
  expect(compiled).toContain("validate");
  expect(compiled).not.toContain("must ");
});
