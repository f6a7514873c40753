import { expect, it } from "vitest";
import { isSharedLink, reviewedId, reviewSearch } from "./review-search.ts";

it("keeps what is usable and drops the rest, one by one", () => {
  expect(reviewSearch({ start: 5, span: 30_000, backend: "canvas2d", junk: 1 })).toEqual({
    start: 5,
    span: 30_000,
    backend: "canvas2d",
  });
  expect(reviewSearch({ start: "soon", span: 10, backend: "webgl" })).toEqual({});
  expect(reviewSearch({ start: Number.NaN, span: Number.POSITIVE_INFINITY })).toEqual({});
  const settings = { montage: 3, lff: 0.5, hff: "off", notch: 50, sensitivity: 7 };
  expect(reviewSearch(settings)).toEqual(settings);
  expect(reviewSearch({ montage: 1.5, lff: 0.7, hff: null, notch: "none", sensitivity: "7" })).toEqual({});
  expect(reviewSearch({ start: -3_000_000 })).toEqual({ start: -3_000_000 });
});

it("takes an annotation session by its number", () => {
  expect(reviewSearch({ session: 12 })).toEqual({ session: 12 });
  for (const session of [0, -1, 1.5, "12"]) expect(reviewSearch({ session })).toEqual({});
});

it("takes window, display and the key of a link where they may be such", () => {
  const named = { window: "b", display: "12-3", view: "k_-9".repeat(5) };
  expect(reviewSearch(named)).toEqual(named);
  for (const display of ["12", "0-1", "1-2-3", "<b>", 12]) expect(reviewSearch({ display })).toEqual({});
  expect(reviewSearch({ window: "B" })).toEqual({ window: "B" });
  for (const window of ["", "1b", "<b>", 7]) expect(reviewSearch({ window })).toEqual({});
  for (const view of ["", "a b", "<b>", "x".repeat(65), 7]) expect(reviewSearch({ view })).toEqual({});
  expect(isSharedLink({ pathname: "/review/17", search: "?start=1&view=k" })).toBe(true);
  expect(isSharedLink({ pathname: "/review/17", search: "?start=1" })).toBe(false);
  expect(isSharedLink({ pathname: "/data/visualize", search: "?view=k" })).toBe(false);
});

it("knows which recording a path names", () => {
  expect(reviewedId("/review/17")).toBe(17);
  expect(reviewedId("/data/review/4/P%2F01/Site%20A/17/night.edf")).toBe(17);
  for (const other of [
    "/review",
    "/review/x1",
    "/review/17/18",
    "/data/review",
    "/data/review/4/5/6/7",
    "/data/visualize",
  ])
    expect(reviewedId(other)).toBeNull();
});
