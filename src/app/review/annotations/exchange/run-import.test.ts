import { expect, it } from "vitest";
import { content, testStore } from "../sessions/test-store.ts";
import { type ImportProgress, runImport } from "./run-import.ts";

const contents = Array.from({ length: 1200 }, (_, k) => content({ start_time: k, end_time: k }));

/** A store whose server has taken none of what is made until it is told to. */
function slowStore() {
  const store = testStore([{ id: 1, name: "Night", annotations: [] }], 1);
  const { createAll } = store;
  store.createAll = (some, groupId, step) => {
    const made = createAll(some, groupId, step);
    store.state.unsent += some.length;
    return made;
  };
  return store;
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

it("makes some, waits for the server, and makes more, as one step", async () => {
  const store = slowStore();
  const told: ImportProgress[] = [];
  let now = 0;
  const end = runImport(store, contents, 1, {
    signal: new AbortController().signal,
    onProgress: (progress) => told.push(progress),
    nowMs: () => now,
  });
  await soon();
  // One piece is with the server, the next one waits behind it.
  expect(store.acts).toEqual(["create 500 in 1", "create 500 in 1"]);
  now = 1000;
  store.state.unsent = 400;
  await soon();
  expect(store.acts.at(-1)).toBe("create 200 in 1");
  expect(told.some(({ saved, leftMs }) => saved === 600 && leftMs === 1000)).toBe(true);
  store.state.unsent = 0;
  expect(await end).toEqual({ end: "done", made: 1200, step: 1, sentence: null });
  expect(store.table.countOf(1).alive).toBe(1200);
});

it("ends where it is stopped, refused, or taken back under way", async () => {
  const stop = new AbortController();
  const store = slowStore();
  const stopped = runImport(store, contents, 1, { signal: stop.signal, onProgress: () => undefined });
  await soon();
  stop.abort();
  expect(await stopped).toMatchObject({ end: "stopped", made: 1000, step: 1 });

  const other = slowStore();
  const refused = runImport(other, contents, 1, { signal: new AbortController().signal, onProgress: () => undefined });
  await soon();
  other.state.refused = [
    {
      ...{ number: 1, ref: -1, act: "create", code: "too_many_annotations", sentence: "Full." },
      ...{ mine: null, hasTheirs: false },
    },
  ];
  expect(await refused).toMatchObject({ end: "refused", sentence: "Full." });

  const third = slowStore();
  const { createAll } = third;
  third.createAll = (some, groupId, step) => (step === 0 ? createAll(some, groupId, step) : 0);
  const gone = await runImport(third, contents, 1, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(gone).toMatchObject({ end: "stopped", step: 0 });
});
