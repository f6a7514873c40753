import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ExportTurns, exportLimits, takenStream } from "./export-turns.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets one of a person begin at a time, few of a node, and refuses who waits too often", async () => {
  const turns = new ExportTurns();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const begin = async (userId: number) => {
    const { end } = await turns.begin(userId);
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

  for (let k = 0; k < exportLimits.waiting; k++) void begin(1);
  expect(() => turns.begin(1)).toThrow("Other exports of yours wait already.");
});

async function* pieces(ended: () => void) {
  try {
    for (;;) yield Buffer.alloc(100_000);
  } finally {
    ended();
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
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
  expect((slow.read() ?? (await once(slow))) as Buffer).toHaveLength(100_000);
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

const once = (stream: ReturnType<typeof takenStream>) =>
  new Promise((resolve) => stream.once("readable", () => resolve(stream.read(100_000))));
