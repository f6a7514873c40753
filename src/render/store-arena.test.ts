import { expect, it } from "vitest";
import { StoreArena } from "./store-arena.ts";

it("keeps what it placed, without overlap", () => {
  const arena = new StoreArena(4096);
  arena.beginFrame();
  const offsets = [1, 2, 3].map((id) => arena.place(id, 1000));
  expect(offsets).toEqual([0, 1024, 2048]);
  expect([1, 2, 3, 4].map((id) => arena.find(id))).toEqual([0, 1024, 2048, undefined]);
});

it("throws out what was used longest ago, and never what this frame uses", () => {
  const arena = new StoreArena(3072);
  arena.beginFrame();
  for (const id of [1, 2, 3]) arena.place(id, 1024);
  arena.beginFrame();
  arena.find(1);
  arena.find(3);
  expect(arena.place(4, 1024)).toBe(1024);
  expect([1, 2, 3, 4].map((id) => arena.find(id))).toEqual([0, undefined, 2048, 1024]);
  expect(arena.place(5, 1024)).toBeUndefined();
  expect([1, 3, 4].every((id) => arena.find(id) !== undefined)).toBe(true);
});

it("takes as many neighbours as a larger tile needs", () => {
  const arena = new StoreArena(2048);
  arena.beginFrame();
  for (let id = 0; id < 8; id++) arena.place(id, 256);
  arena.beginFrame();
  expect(arena.place(9, 2048)).toBe(0);
  expect(arena.place(10, 4096)).toBeUndefined();
});

it("grows without moving anything", () => {
  const arena = new StoreArena(1024);
  arena.beginFrame();
  arena.place(1, 1024);
  expect(arena.place(2, 1024)).toBeUndefined();
  arena.grow(2048);
  expect(arena.place(2, 1024)).toBe(1024);
  expect(arena.find(1)).toBe(0);
});
