import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ExportTurns, exportLimits, takenStream } from "./export-turns.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets one of a person begin at a time, few of a node, and refuses who waits too often", async () => {
  const turns = new ExportTurns();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const living = new AbortController().signal;
  const begin = async (userId: number, signal = living) => {
    const { end } = await turns.begin(userId, signal);
    begun.push(userId);
    ends.push(end);
  };
  void begin(1);
  void begin(1);
  for (let userId = 2; userId <= exportLimits.ofNode + 1; userId++) void begin(userId);
  await settled();
  expect(begun).toEqual([1, 2, 3, 4]);
  ends[1]();
  await settled();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  ends[0]();
  await settled();
  expect(begun).toEqual([1, 2, 3, 4, 5, 1]);

  const dead = new AbortController();
  const gone = begin(1, dead.signal);
  for (let k = 1; k < exportLimits.waiting; k++) void begin(1);
  expect(() => turns.begin(1, living)).toThrow("Other exports of yours wait already.");

  // Who left waits no more, and nobody behind it.
  dead.abort(new Error("gone"));
  await expect(gone).rejects.toThrow("gone");
  void begin(1);
  expect(() => turns.begin(1, living)).toThrow("Other exports of yours wait already.");
  await expect(turns.begin(9, dead.signal)).rejects.toThrow("gone");
  for (const end of ends.slice(2)) end();
  await settled();
  expect(begun).toEqual([1, 2, 3, 4, 5, 1, 1]);
});

async function* pieces(ended: () => void) {
  try {
    for (;;) yield Buffer.alloc(100_000);
  } finally {
    ended();
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("closes a stream that nobody takes from, at its beginning and in its middle, and one that its reader leaves", async () => {
  const closed: string[] = [];
  const open = (name: string) => {
    const stream = takenStream(
      pieces(() => closed.push(`pieces of ${name}`)),
      1000,
    );
    stream.once("close", () => closed.push(name));
    return stream;
  };
  open("untouched");
  const slow = open("slow");
  const left = open("left");
  await vi.advanceTimersByTimeAsync(900);
  for (let k = 0; k < 3; k++) expect((slow.read(100_000) ?? (await once(slow))) as Buffer).toHaveLength(100_000);
  left.read();
  left.destroy();
  await settled();
  expect(closed).toContain("left");
  await vi.advanceTimersByTimeAsync(200);
  expect(closed).toContain("untouched");
  expect(closed).not.toContain("slow");
  await vi.advanceTimersByTimeAsync(1000);
  await settled();
  expect(closed).toContain("slow");
  expect(closed).toContain("pieces of slow");
  expect(closed).toContain("pieces of left");
});

it("closes a stream that is taken in crumbs, and one whose end is not taken", async () => {
  const closed: string[] = [];
  const crumbs = async function* () {
    for (;;) yield Buffer.alloc(70_000); // each fills what the stream holds ahead
  };
  const short = async function* () {
    yield Buffer.alloc(10);
  };
  const watch = (name: string, stream: ReturnType<typeof takenStream>) => {
    stream.once("close", () => closed.push(name));
    return stream;
  };
  const fast = watch("fast", takenStream(crumbs(), 1000));
  const slow = watch("slow", takenStream(crumbs(), 1000));
  watch("end", takenStream(short(), 1000)).once("readable", () => undefined);
  await settled();
  for (let k = 0; k < 12; k++) {
    await vi.advanceTimersByTimeAsync(150);
    fast.read();
    if (k % 4 === 3) slow.read();
    await settled();
  }
  expect(closed.sort()).toEqual(["end", "slow"]);
});

const once = (stream: ReturnType<typeof takenStream>) =>
  new Promise((resolve) => stream.once("readable", () => resolve(stream.read(100_000))));
