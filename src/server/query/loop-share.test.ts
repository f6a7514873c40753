import { expect, it } from "vitest";
import { LoopShare } from "./loop-share.ts";

const mib = 1024 * 1024;

/** A share whose loop is turned by hand. */
function world() {
  const turned: (() => void)[] = [];
  const share = new LoopShare((next) => turned.push(next));
  const done: string[] = [];
  const work = (name: string, bytes: number) => {
    const wait = share.turn(bytes);
    if (wait === undefined) done.push(name);
    else void wait.then(() => done.push(name));
  };
  /** Names of what was done in the turn. */
  const turn = async () => {
    done.length = 0;
    for (const next of turned.splice(0)) next();
    await new Promise((resolve) => setImmediate(resolve));
    return [...done];
  };
  return { work, turn, done };
}

it("lets one large page into a turn of the loop, and what is small always", async () => {
  const { work, turn, done } = world();
  for (const name of ["a", "b", "c"]) work(name, 16 * mib);
  work("small", 1000);
  expect(done).toEqual(["a", "small"]);
  expect(await turn()).toEqual(["b"]);
  work("small again", 1000);
  expect(done).toEqual(["b", "small again"]);
  expect(await turn()).toEqual(["c"]);
  expect(await turn()).toEqual([]);
  work("d", 16 * mib);
  expect(done).toEqual(["d"]);
});

it("takes the smallest first, and as many as fit", async () => {
  const { work, turn, done } = world();
  work("a", 16 * mib);
  for (const [name, size] of [
    ["b", 16],
    ["c", 3],
    ["d", 1],
    ["e", 2],
  ] as const)
    work(name, size * mib);
  expect(done).toEqual(["a"]);
  expect(await turn()).toEqual(["d", "e"]);
  expect(await turn()).toEqual(["c"]);
  expect(await turn()).toEqual(["b"]);
});
