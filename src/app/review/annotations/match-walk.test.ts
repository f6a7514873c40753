import { expect, it } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import { makeMatchWalk } from "./match-walk.ts";
import { content } from "./sessions/test-store.ts";

/** Annotations at these times, in a view that cannot be centred beyond `ends`. */
function world(times: readonly number[], ends: readonly [number, number] = [0, 1000]) {
  const table = new AnnotationTable();
  times.forEach((start_time, k) => {
    const own = content({ start_time, end_time: start_time, annotation_text: `n${start_time}` });
    table.write({ ref: k + 1, groupId: 1, revision: 1, madeAt: 0, person: null, isLoaded: true, content: own });
  });
  const view = { ms: 0 as number | null };
  const told: [string, boolean][] = [];
  const walk = makeMatchWalk({
    table,
    rows: () => table.inOrder(),
    viewMs: () => view.ms,
    jump(timeMs) {
      view.ms = Math.min(ends[1], Math.max(ends[0], timeMs));
    },
    said: (...said) => told.push(said),
  });
  return { walk, view, told };
}

it("goes to the next and the previous match, and round the ends with a word", () => {
  const { walk, view, told } = world([100, 200, 300]);
  for (const direction of [1, 1, 1, 1, -1] as const) walk(direction);
  expect(told).toEqual([
    ["1 of 3: n100", false],
    ["2 of 3: n200", false],
    ["3 of 3: n300", false],
    ["Past the last one, on at the first. 1 of 3: n100", true],
    ["Before the first one, on at the last. 3 of 3: n300", true],
  ]);
  // From wherever the reader has gone meanwhile.
  view.ms = 150;
  walk(-1);
  view.ms = 150;
  walk(1);
  expect(told.slice(5)).toEqual([
    ["1 of 3: n100", false],
    ["2 of 3: n200", false],
  ]);
});

it("goes through those that the view cannot be centred on, and through several at one time", () => {
  const { walk, told } = world([10, 10, 20, 500], [100, 1000]);
  for (let k = 0; k < 4; k++) walk(1);
  walk(-1);
  walk(-1);
  expect(told.map(([said]) => said)).toEqual([
    ...["1 of 4: n10", "2 of 4: n10", "3 of 4: n20", "4 of 4: n500"],
    ...["3 of 4: n20", "2 of 4: n10"],
  ]);
});

it("says that nothing matches", () => {
  const { walk, told } = world([]);
  walk(1);
  expect(told).toEqual([["No annotation matches the search", true]]);
});
