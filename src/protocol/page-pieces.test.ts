import { expect, it } from "vitest";
import { inPieces, joinPieces, piecesOf } from "./page-pieces.ts";
import type { PageAnswer } from "./pages.ts";

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, k) => (k * 37) & 255).buffer;
const answerOf = (pixels: ArrayBuffer): PageAnswer => ({
  ...{ page_id: 1, data_object_id: 2, pixels, conversion_factor: 1, made_ms: 0 },
});

it.each([0, 1, 65_536, 65_537, 524_288, 524_289, 4_000_001])("%i bytes are the same in pieces", (length) => {
  const bytes = bytesOf(length);
  const pieces = piecesOf(bytes);
  expect(pieces.length).toBeLessThanOrEqual(8);
  if (length <= 524_288) expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(65_536);
  expect(pieces.every(({ buffer }) => buffer === bytes)).toBe(true);
  expect(joinPieces(inPieces(answerOf(bytes)))).toEqual(answerOf(bytes));
});

it("an answer in one, and a failure, are left alone", () => {
  const answer = answerOf(bytesOf(3));
  const failure = { page_id: 1, error: { code: "cancelled" as const, message: "" } };
  expect(joinPieces(answer)).toBe(answer);
  expect([joinPieces(failure), inPieces(failure)]).toEqual([failure, failure]);
});
