import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

/** Work that goes on until it is ended. */
function works() {
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.set(name, resolve);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, work, end };
}

it("gives a user one place, and another one the other place at once", async () => {
  const turns = new Turns(2);
  const { begun, work, end } = works();
  for (const name of ["a1", "a2", "a3"]) void turns.run(1, work(name));
  void turns.run(2, work("b1"));
  await new Promise(setImmediate);
  expect(begun).toEqual(["a1", "b1"]);
  await end("b1");
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

it("serves in turn whoever waits, however much the others have asked for", async () => {
  const turns = new Turns(1);
  const { begun, work, end } = works();
  for (const name of ["a1", "a2", "a3"]) void turns.run(1, work(name));
  for (const name of ["b1", "b2"]) void turns.run(2, work(name));
  void turns.run(3, work("c1"));
  await new Promise(setImmediate);
  for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

it("forgets who goes away, and goes on after a failure", async () => {
  const turns = new Turns(1);
  const { begun, work, end } = works();
  const gone = new AbortController();
  void turns.run(1, work("a1"));
  const left = turns.run(2, work("b1"), gone.signal);
  const failed = turns.run(3, () => Promise.reject(new Error("no")));
  const both = Promise.allSettled([left, failed]); // looked at below
  void turns.run(1, work("a2"));
  gone.abort(new Error("gone"));
  await new Promise(setImmediate);
  await end("a1");
  expect(await both).toMatchObject([{ reason: { message: "gone" } }, { reason: { message: "no" } }]);
  await end("");
  expect(begun).toEqual(["a1", "a2"]);
  await expect(turns.run(4, work("d"), gone.signal)).rejects.toThrow("gone");
});
