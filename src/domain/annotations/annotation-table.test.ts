import { expect, it } from "vitest";
import type { AnnotationContent } from "../../protocol/annotations.ts";
import { AnnotationTable } from "./annotation-table.ts";
import { placeAnnotations } from "./places.ts";

let seed = 1;
const random = (below: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

const content = (start: number, end: number, text = "n"): AnnotationContent => ({
  start_time: start,
  end_time: end,
  annotation_text: text,
  annotation_type: "",
  annotation_description: "",
  modalities: [],
  color: "#FF0000",
  opacity: 0.2,
  tags: [],
  kind: "note",
});
const write = (table: AnnotationTable, ref: number, start: number, end = start, text?: string) =>
  table.write({
    ref,
    groupId: 1,
    revision: 1,
    madeAt: 0,
    person: null,
    content: content(start, end, text),
    isLoaded: true,
  });
const span = { startMs: 10_000, endMs: 20_000 };
const placed = (table: AnnotationTable, view = span) =>
  placeAnnotations(table.intervals(), table, view, 1000).map(({ x, width, count, row }) => ({
    x,
    width,
    count,
    text: table.at(row).annotation_text,
  }));

it("finds what overlaps a span, whatever was added, moved and deleted since", () => {
  const table = new AnnotationTable();
  const truth = new Map<number, [number, number]>();
  for (let k = 0; k < 6000; k++) {
    const ref = 1 + random(2000);
    if (random(4) === 0) {
      table.remove(ref);
      truth.delete(ref);
    } else {
      const start = random(100_000);
      const end = start + (random(3) === 0 ? 0 : random(4 ** random(9)));
      write(table, ref, start, end);
      truth.set(ref, [start, end]);
    }
    if (k % 97 !== 0) continue;
    const [from, to] = [random(90_000), random(20_000)];
    const found: number[] = [];
    table.intervals().overlapping(from, from + to, (row) => found.push(table.refOf(row)));
    const wanted = [...truth].filter(([, [start, end]]) => start <= from + to && end >= from).map(([one]) => one);
    expect(found.sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b));
  }
  const starts = [...table.inOrder()].map((row) => table.starts[row]);
  expect(starts).toEqual([...truth.values()].map(([start]) => start).sort((a, b) => a - b));
});

it("orders a session of a hundred thousand by start exactly", () => {
  const table = new AnnotationTable();
  const count = 100_000;
  const starts = Float64Array.from({ length: count }, () => 1.7e12 + random(2 ** 30) / 16);
  const none = new Uint32Array(count);
  table.addPart(
    {
      ...{ annotation_group_id: 1, sequence: 1, next_after_id: null, people: [], count },
      ...{ titles: ["n"], descriptions: [""], styles: [content(0, 0)] },
      ...{ starts, ends: starts, madeAt: starts, revisions: starts },
      ...{ ids: Uint32Array.from(none, (_, k) => k + 1), title: none, description: none, style: none, person: none },
    },
    true,
  );
  expect(Float64Array.from(table.inOrder(), (row) => table.starts[row])).toEqual(starts.toSorted());
  expect(table.countOf(1)).toEqual({ alive: count, loaded: count });
  table.setLoaded(1, false);
  expect([table.inOrder().length, table.countOf(1).loaded]).toEqual([0, 0]);
});

it("keeps what was heard of an annotation before the part that holds it came", () => {
  const table = new AnnotationTable();
  write(table, 2, 5000, 5000, "newer");
  table.remove(3);
  const three = Uint32Array.of(0, 0, 0);
  table.addPart(
    {
      ...{ annotation_group_id: 1, sequence: 1, next_after_id: null, people: [], count: 3 },
      ...{ titles: ["old"], descriptions: [""], styles: [content(0, 0)] },
      ...{ starts: Float64Array.of(1, 2, 3), ends: Float64Array.of(1, 2, 3) },
      ...{ madeAt: Float64Array.of(1, 2, 3), revisions: Float64Array.of(1, 1, 1) },
      ...{ ids: Uint32Array.of(1, 2, 3), title: three, description: three, style: three, person: three },
    },
    true,
  );
  expect([...table.inOrder()].map((row) => table.at(row).annotation_text)).toEqual(["old", "newer"]);
  expect(table.countOf(1)).toEqual({ alive: 2, loaded: 2 });
});

it("places spans and points, clips to the view, at least 3 px wide", () => {
  const table = new AnnotationTable();
  write(table, 1, 0, 5000, "before");
  write(table, 2, 8000, 12_000, "into");
  write(table, 3, 15_000, 15_000, "point");
  write(table, 4, 18_000, 18_001, "short");
  write(table, 5, 20_000, 21_000, "after");
  expect(placed(table)).toEqual([
    { x: 0, width: 200, count: 1, text: "into" },
    { x: 500, width: 0, count: 1, text: "point" },
    { x: 800, width: 3, count: 1, text: "short" },
  ]);
});

it("counts marks that crowd, the same wherever the view stands, and keeps bands apart from them", () => {
  const table = new AnnotationTable();
  for (let k = 0; k < 5000; k++) write(table, k + 1, 12_032 + k / 5, 12_032 + k / 5, `n${k}`);
  write(table, 6000, 11_000, 19_000, "sleep");
  write(table, 6001, 15_000, 15_000, "alone");
  const counted = (view = span) => placed(table, view).filter(({ count }) => count > 1);
  expect(placed(table)).toContainEqual({ x: 100, width: 800, count: 1, text: "sleep" });
  expect(placed(table)).toContainEqual({ x: 500, width: 0, count: 1, text: "alone" });
  expect(counted().reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(counted().length).toBeLessThan(30);
  const shifted = counted({ startMs: 10_007, endMs: 20_007 });
  expect(shifted.map(({ count, text }) => [count, text])).toEqual(counted().map(({ count, text }) => [count, text]));
  for (let k = 0; k < 5000; k += 2) table.remove(k + 1);
  expect(counted().reduce((sum, { count }) => sum + count, 0)).toBe(2500);
});

/** A part of a session with these ids, each at its own second. */
const partOf = (groupId: number, ids: number[], revision: number) => {
  const none = new Uint32Array(ids.length);
  const times = Float64Array.from(ids, (id) => id * 1000 + revision);
  return {
    ...{ annotation_group_id: groupId, sequence: revision, next_after_id: null, people: [], count: ids.length },
    ...{ titles: [`r${revision}`], descriptions: [""], styles: [content(0, 0)] },
    ...{ starts: times, ends: times, madeAt: times, revisions: new Float64Array(ids.length).fill(revision) },
    ...{ ids: Uint32Array.from(ids), title: none, description: none, style: none, person: none },
  };
};
const shownIn = (table: AnnotationTable) =>
  [...table.inOrder()].map((row) => `${table.refOf(row)} ${table.at(row).group_id} ${table.at(row).annotation_text}`);

it("shows an annotation once that went from one session to another between their parts", () => {
  for (const [first, second] of [
    [3, 5],
    [5, 3],
  ]) {
    const table = new AnnotationTable();
    table.addPart(partOf(1, [1, 2, 3], first), true);
    table.addPart(partOf(2, [2, 4], second), true);
    const two = first > second ? "2 1 r5" : "2 2 r5";
    expect(shownIn(table)).toEqual([`1 1 r${first}`, two, `3 1 r${first}`, `4 2 r${second}`]);
    expect(table.countOf(1).alive + table.countOf(2).alive).toBe(4);
    // And it goes when it goes.
    table.remove(2);
    expect(shownIn(table)).toHaveLength(3);
  }
});

it("shows all of a session that went and came back, also what this page had touched", () => {
  const table = new AnnotationTable();
  table.addPart(partOf(1, [1, 2], 1), true);
  write(table, 2, 7000, 7000, "touched");
  write(table, -9, 9000, 9000, "not sent yet");
  table.dropGroup(1);
  expect(shownIn(table)).toEqual(["-9 1 not sent yet"]);
  table.addPart(partOf(1, [1, 2], 4), true);
  expect(shownIn(table)).toEqual(["1 1 r4", "2 1 r4", "-9 1 not sent yet"]);
  expect(table.countOf(1)).toEqual({ alive: 3, loaded: 3 });
});

it("finds one that was made here by its first ref, too, whoever has written it since", () => {
  const table = new AnnotationTable();
  write(table, -5, 5000, 5000, "mine");
  table.rename(-5, 77);
  write(table, 77, 6000, 6000, "theirs");
  expect(table.get(-5)?.annotation_text).toBe("theirs");
  table.remove(77);
  expect(table.get(-5)).toBeNull();
});

it("knows an annotation of its own that a part brought before the answer", () => {
  const table = new AnnotationTable();
  write(table, -3, 5000, 5000, "own");
  table.addPart(partOf(1, [8], 2), true);
  table.rename(-3, 8);
  expect(shownIn(table)).toEqual(["8 1 own"]);
  table.remove(8);
  expect(shownIn(table)).toEqual([]);
  // Made and deleted here, and brought by a part in between.
  const gone = new AnnotationTable();
  write(gone, -4, 5000);
  gone.remove(-4);
  gone.addPart(partOf(1, [9], 2), true);
  gone.rename(-4, 9);
  expect(shownIn(gone)).toEqual([]);
});
