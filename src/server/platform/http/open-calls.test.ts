import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { OpenCalls, openLimits } from "./open-calls.ts";

const answer = () => new EventEmitter() as unknown as ServerResponse;

it("counts the open calls of each caller until they close", () => {
  const open = new OpenCalls();
  const answers = Array.from({ length: openLimits.calls }, answer);
  expect(answers.every((one) => open.enter("one", one))).toBe(true);
  expect(open.enter("one", answer())).toBe(false);
  expect(open.enter("other", answer())).toBe(true);
  answers[0].emit("close");
  expect(open.enter("one", answer())).toBe(true);
});

it("counts answers that are made until they are taken", () => {
  const open = new OpenCalls();
  const answers = [answer(), answer()];
  for (const one of answers) open.enter("one", one);
  open.answer(answers[0], openLimits.bytes - 1);
  expect(open.enter("one", answer())).toBe(true);
  open.answer(answers[1], 1);
  expect(open.enter("one", answer())).toBe(false);
  answers[1].emit("close");
  expect(open.enter("one", answer())).toBe(true);
  open.answer(answer(), 1e9); // of a stranger, who is not counted
  expect(open.enter("one", answer())).toBe(true);
});

it("makes no more long answers for a caller who takes none, whenever their calls were let in", () => {
  const open = new OpenCalls();
  const answers = [answer(), answer(), answer()];
  for (const one of answers) open.enter("one", one);
  expect(open.answer(answers[0], openLimits.bytes)).toBe(true);
  expect(open.answer(answers[1], openLimits.short + 1)).toBe(false);
  expect(open.answer(answers[2], openLimits.short)).toBe(true);
  answers[0].emit("close");
  expect(open.answer(answers[1], openLimits.short + 1)).toBe(true);
});

it("lets in so many bytes of bodies of a caller, and one call whatever it brings", () => {
  const open = new OpenCalls();
  const answers = [answer(), answer(), answer()];
  expect(open.enter("one", answers[0], openLimits.bodies + 1)).toBe(true);
  expect(open.enter("one", answer(), 1)).toBe(false);
  expect(open.enter("one", answer())).toBe(true);
  expect(open.enter("other", answer(), 1)).toBe(true);
  answers[0].emit("close");
  expect(open.enter("one", answers[1], openLimits.bodies - 1)).toBe(true);
  expect(open.enter("one", answers[2], 1)).toBe(true);
  expect(open.enter("one", answer(), 1)).toBe(false);
  answers[1].emit("close");
  expect(open.enter("one", answer(), openLimits.bodies - 1)).toBe(true);
});
