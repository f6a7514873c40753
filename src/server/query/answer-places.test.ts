import { expect, it } from "vitest";
import { badMessage, placeAnswers } from "./answer-places.ts";

/** What a handler of the event "known" gets of a message, and what was answered for it. */
function handed(...packet: unknown[]) {
  let each: (packet: unknown[], next: () => void) => void = () => undefined;
  const answers: unknown[] = [];
  placeAnswers({ use: (one) => (each = one), listenerCount: (event) => (event === "known" ? 1 : 0) });
  const sent = packet.map((part) => (part === "answer" ? (said: unknown) => answers.push(said) : part));
  let hasGoneOn = false;
  each(sent, () => {
    hasGoneOn = true;
  });
  return { sent: sent.slice(1).map((part) => (typeof part === "function" ? "answer" : part)), answers, hasGoneOn };
}

it("puts the acknowledgement behind the one request, wherever it stood", () => {
  const expected = { answers: [], hasGoneOn: true };
  expect(handed("known", { a: 1 }, "answer")).toEqual({ ...expected, sent: [{ a: 1 }, "answer"] });
  expect(handed("known", "answer")).toEqual({ ...expected, sent: [undefined, "answer"] });
  expect(handed("known", 1, 2, 3, "answer")).toEqual({ ...expected, sent: [1, "answer"] });
  expect(handed("known", 1)).toEqual({ ...expected, sent: [1] });
  expect(handed("known")).toEqual({ ...expected, sent: [] });
});

it("refuses what nobody handles where somebody waits", () => {
  for (const event of ["unknown", 5, null, "__proto__"])
    expect(handed(event, {}, "answer")).toMatchObject({ answers: [badMessage], hasGoneOn: true });
  expect(handed("unknown", {})).toMatchObject({ answers: [], hasGoneOn: true });
});
