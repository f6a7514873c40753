import { expect, it } from "vitest";
import { turnLimits, WriteTurns } from "./write-turns.ts";

/** Calls that end when they are told to, in the order in which they began. */
function makeCalls() {
  const turns = new WriteTurns();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const call = (userId: number, recordingId: number) =>
    turns.run(userId, recordingId, () => {
      begun.push(`${userId} ${recordingId}`);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { turns, begun, ends, call };
}

it("lets one change of a recording go on at a time, and the others of the node", async () => {
  const { begun, ends, call } = makeCalls();
  const calls = [call(1, 7), call(2, 7), call(3, 8)];
  await expect.poll(() => begun).toEqual(["1 7", "3 8"]);
  ends[0]();
  await expect.poll(() => begun).toEqual(["1 7", "3 8", "2 7"]);
  for (const end of ends) end();
  await Promise.all(calls);
});

it("lets two of one person go on, keeps so many waiting, and refuses the others until there is room", async () => {
  const { begun, ends, call } = makeCalls();
  const most = turnLimits.perPerson + turnLimits.waiting;
  const calls = Array.from({ length: most }, (_, k) => call(1, k));
  await expect(call(1, 1000)).rejects.toMatchObject({
    statusCode: 429,
    retryAfter: 1,
    told: { code: "too_many_changes" },
  });
  const other = call(2, 1000);
  await expect.poll(() => begun).toEqual(["1 0", "1 1", "2 1000"]);
  for (let k = 0; k <= most; k++) {
    await expect.poll(() => ends.length).toBeGreaterThan(k);
    ends[k]();
  }
  await Promise.all([...calls, other]);
  expect(begun.slice(3)).toEqual(Array.from({ length: most - 2 }, (_, k) => `1 ${k + 2}`));
});

it("gives the turn on when a change fails", async () => {
  const { turns } = makeCalls();
  const fail = () => turns.run(1, 7, () => Promise.reject(new Error("gone")));
  const all = await Promise.allSettled([fail(), fail(), fail(), turns.run(1, 7, async () => "done")]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
});
