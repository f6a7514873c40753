import { expect, it } from "vitest";
import { CopyChecks } from "./copy-checks.ts";

const hour = 3_600_000;

it("reads each copy once after a start and once a week, and one that failed again with the next look", async () => {
  let [at, ids, failing] = [0, [1, 2], new Set([2])];
  const read: number[] = [];
  const logged: [object, string][] = [];
  const note = (facts: object, event: string) => void logged.push([facts, event]);
  const checks = new CopyChecks({
    complete: () => ids,
    async verifyCopy(id) {
      read.push(id);
      if (failing.has(id)) throw new Error("away");
    },
    log: { info: note, warn: note },
    now: () => at,
  });
  await checks.look();
  expect([read.splice(0), logged]).toMatchObject([[1, 2], [[{ recordingId: 2 }, "prefetch.unchecked"]]]);
  failing = new Set();
  at = hour;
  await checks.look();
  expect(read.splice(0)).toEqual([2]);
  at = 7 * 24 * hour;
  await checks.look();
  expect(read.splice(0)).toEqual([1]);
  ids = [2];
  await checks.look();
  ids = [1, 2]; // reserved anew
  await checks.look();
  expect(read).toEqual([1]);
  await checks.close();
});

it("is over when the server stops", async () => {
  const checks = new CopyChecks({
    complete: () => [1, 2],
    verifyCopy: (_id, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    log: { info: () => undefined, warn: () => expect.unreachable() },
  });
  const looking = checks.look();
  await checks.close();
  await looking;
});
