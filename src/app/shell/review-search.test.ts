import { expect, it } from "vitest";
import { reviewSearch } from "./review-search.ts";

it("keeps what is usable and drops the rest, one by one", () => {
  expect(reviewSearch({ start: 5, span: 30_000, backend: "canvas2d", junk: 1 })).toEqual({
    start: 5,
    span: 30_000,
    backend: "canvas2d",
  });
  expect(reviewSearch({ start: "soon", span: 10, backend: "webgl" })).toEqual({});
  expect(reviewSearch({ start: Number.NaN, span: Number.POSITIVE_INFINITY })).toEqual({});
  expect(reviewSearch({ start: -3_000_000 })).toEqual({ start: -3_000_000 });
});
