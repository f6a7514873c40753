import { afterEach, expect, it, vi } from "vitest";
import { onPixelRatio } from "./pixel-ratio.ts";

afterEach(() => vi.unstubAllGlobals());

it("tells of every change of the density, one after the other, until it is ended", () => {
  const queries: { query: string; target: EventTarget }[] = [];
  vi.stubGlobal("matchMedia", (query: string) => {
    const target = new EventTarget();
    queries.push({ query, target });
    return target;
  });
  const seen: number[] = [];
  const comeTo = (ratio: number) => {
    vi.stubGlobal("devicePixelRatio", ratio);
    // Queries of before tell nothing more than once.
    for (const { target } of [...queries]) target.dispatchEvent(new Event("change"));
  };
  vi.stubGlobal("devicePixelRatio", 1);
  const end = onPixelRatio(() => seen.push(devicePixelRatio));
  comeTo(2);
  comeTo(1.5);
  expect(seen).toEqual([2, 1.5]);
  expect(queries.map(({ query }) => query)).toEqual([
    "(resolution: 1dppx)",
    "(resolution: 2dppx)",
    "(resolution: 1.5dppx)",
  ]);
  end();
  comeTo(3);
  expect(seen).toEqual([2, 1.5]);
});
