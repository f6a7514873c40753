/** Several uploads in the queue: their order, which of them is shown, and their end when somebody logs out. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { order, source, sourceFile, World } from "../../../../tests/support/upload-queue-world.ts";
import { enqueueUpload, queuedNames } from "./enqueue.ts";
import { cancelAll, closePanel, leaveQueue, removeItem, setTools } from "./run.ts";
import { queue } from "./state.ts";
import { browserTools } from "./tools.ts";
import { moveToProgress, showUpload } from "./view/show.ts";

let world: World;
beforeEach(() => {
  world = new World();
  setTools(world.tools);
});
afterEach(() => {
  leaveQueue();
  setTools(browserTools);
});

/** Large files take their time on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const item = (id: number) => queue.items.find((one) => one.id === id);
const one = (name: string) => order([source(name, [sourceFile(name, new Uint8Array(10).fill(1))])]);

it("works on one upload at a time, in order; one that waits can be removed", async () => {
  const [first, second, third] = ["a.edf", "b.edf", "c.edf"].map((name) => enqueueUpload(one(name)));
  expect(queue.items.map(({ status }) => status)).toEqual(["Hashing", "InQueue", "InQueue"]);
  expect([...queuedNames(1, 2, "0042", "edf")]).toEqual(["a.edf", "b.edf", "c.edf"]);
  expect([...queuedNames(1, 2, "0043", "edf"), ...queuedNames(1, 2, "0042", "cns")]).toEqual([]);
  removeItem(first); // the head stays
  removeItem(second);
  expect(queue.items.map(({ id }) => id)).toEqual([first, third]);
  await until(() => expect(queue.items.map(({ status }) => status)).toEqual(["Done", "Done"]));
  expect([...queuedNames(1, 2, "0042", "edf")]).toEqual([]);
  closePanel();
  expect(queue.items).toEqual([]);
});

it("moves to the progress dialog when the shown upload is the only one and no longer waits (spec 000 section 4)", async () => {
  const first = enqueueUpload(one("a.edf"));
  showUpload(first);
  expect(queue.shown).toEqual({ id: first, isInProgress: true });
  const second = enqueueUpload(one("b.edf"));
  showUpload(second);
  expect(queue.shown).toEqual({ id: second, isInProgress: false });
  await until(() => expect(item(second)?.status).toBe("Done"));
  expect(queue.shown).toEqual({ id: second, isInProgress: true });
  moveToProgress(first);
  expect(queue.shown).toEqual({ id: first, isInProgress: true });
});

it("logging out cancels the current upload and forgets the others (spec 000 section 4)", async () => {
  let wake = () => {};
  world.faults = {
    put: () =>
      new Promise((resolve) => {
        wake = () => resolve(undefined);
      }),
  };
  enqueueUpload(one("a.edf"));
  enqueueUpload(one("b.edf"));
  await until(() => expect(world.puts).toHaveLength(1));
  const canceled = cancelAll();
  wake();
  await canceled;
  expect([world.status, queue.items.length]).toEqual(["CANCELED", 0]);
});
