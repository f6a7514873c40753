/** Spec 001 section 8: the texts of the modal, and which of them a lack of space is told by. */
import { expect, it } from "vitest";
import { problemSentence } from "./problem-sentence.ts";

const gigabyte = 1024 ** 3;
const lack = (size: number, current: number) =>
  problemSentence(
    { kind: "space", size: size * gigabyte, current: current * gigabyte, max: 10 * gigabyte },
    "night.edf",
  ).replaceAll("\u00a0", " ");

it("tells what a file needs and what is free, never less than nothing", () => {
  expect(lack(4, 7)).toBe(
    "There is not enough space to preload night.edf: it needs 4.00 GB, and 3.00 GB are free. Please unload files or contact support.",
  );
  expect(lack(10, 12)).toMatch(/it needs 10\.00 GB, and 0 B are free\./);
});

it("does not ask to unload files for one that fits in no case", () => {
  expect(lack(11, 0)).toBe(
    "night.edf needs 11.00 GB, which is more than the 10.00 GB this workspace may reserve. Please contact support.",
  );
});

it("tells the other problems in the words of the specification", () => {
  const openings = {
    inventory: "There was a problem with the preload inventory. Please notify your admin that something went wrong.",
    preloaded: "We couldn't locate the files that are currently preloaded",
    queue: "There was a problem with the preload queue",
    position: "We're not sure where you are in the preloading queue",
  } as const;
  for (const kind of ["inventory", "preloaded", "queue", "position"] as const)
    expect(problemSentence({ kind }, "night.edf").startsWith(openings[kind])).toBe(true);
});
