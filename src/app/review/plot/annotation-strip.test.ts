// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import { createAnnotationStrip, textColourOn } from "./annotation-strip.ts";

const span = { startMs: 10_000, endMs: 20_000 };

function tableOf(notes: readonly (readonly [startMs: number, text: string])[], color = "#FF0000") {
  const table = new AnnotationTable();
  notes.forEach(([start, annotation_text], k) => {
    table.write({
      ...{ ref: k + 1, groupId: 1, revision: 1, madeAt: 0, person: null, isLoaded: true },
      content: {
        ...{ start_time: start, end_time: start, annotation_text, color, opacity: 0.2, kind: "note" },
        ...{ annotation_type: "", annotation_description: "", modalities: [], tags: [] },
      },
    });
  });
  return table;
}

function drawnOf(
  table: AnnotationTable,
  state: DrawnAnnotations["state"] = { revision: 1, isHidden: false, draft: null },
) {
  const layer = document.createElement("div");
  const strip = createAnnotationStrip(layer, { table, state, pointing: null }, 7);
  const shown = () =>
    [...layer.querySelectorAll<HTMLElement>(":scope > div")].filter(
      ({ hidden, dataset }) => !hidden && dataset.draft === undefined,
    );
  return { strip, shown };
}

it("draws every mark in the first frame, and hides those that are no more", () => {
  const table = tableOf(Array.from({ length: 9 }, (_, k) => [10_500 + 1000 * k, `mark ${k}`]));
  const state: DrawnAnnotations["state"] = { revision: 1, isHidden: false, draft: null };
  const { strip, shown } = drawnOf(table, state);
  strip.draw(span, 1000, null);
  expect(shown().map(({ style }) => style.left)).toEqual(Array.from({ length: 9 }, (_, k) => `${50 + 100 * k}px`));
  strip.draw({ startMs: 15_000, endMs: 25_000 }, 1000, null);
  expect(shown().map(({ textContent }) => textContent)).toEqual(["mark 5", "mark 6", "mark 7", "mark 8"]);
  state.isHidden = true;
  strip.draw(span, 1000, null);
  expect(shown()).toEqual([]);
});

it("leaves out tags that would lie over the one before, never the marks", () => {
  const { strip, shown } = drawnOf(
    tableOf([
      [11_000, "a"],
      [11_300, "b"],
      [12_000, "c"],
    ]),
  );
  strip.draw(span, 1000, null);
  const tags = shown().map(({ firstElementChild }) => (firstElementChild as HTMLElement).hidden);
  expect(tags).toEqual([false, true, false]);
});

it("has the colour of each annotation, and words that can be read on it", () => {
  const { strip, shown } = drawnOf(tableOf([[12_000, "x"]], "#1A2B3C"));
  strip.draw(span, 1000, null);
  const { style } = shown()[0];
  expect(["--note", "--note-text", "--note-share"].map((name) => style.getPropertyValue(name))).toEqual([
    "#1A2B3C",
    "#fff",
    "20.0%",
  ]);
  expect(["#FFFFFF", "#FFFF00", "#FF0000", "#0000FF", "#000000"].map(textColourOn)).toEqual([
    "#000",
    "#000",
    "#000",
    "#fff",
    "#fff",
  ]);
});

it("shows what is being marked over all else, and the one whose edge is dragged as it will be", () => {
  const table = tableOf([[12_000, "x"]]);
  const layer = document.createElement("div");
  const state: DrawnAnnotations["state"] = {
    ...{ revision: 1, isHidden: false },
    draft: { startMs: 15_000, endMs: null, color: "#00FF00", title: "Seizure", of: 1 },
  };
  const strip = createAnnotationStrip(layer, { table, state, pointing: null }, 7);
  strip.draw(span, 1000, 13_000);
  const [draft, ...others] = [...layer.querySelectorAll<HTMLElement>(":scope > div")];
  expect([draft.style.left, draft.style.width, draft.textContent]).toEqual(["300px", "200px", "Seizure"]);
  expect(others).toEqual([]);
});

it("knows the edges of bands, of several the one drawn last", () => {
  const table = tableOf([[1, "x"]]);
  for (const [ref, from, to] of [
    [2, 11_000, 15_000],
    [3, 14_998, 18_000],
    [4, 5000, 30_000],
  ]) {
    const content = { ...table.at(0), start_time: from, end_time: to };
    table.write({ ref, groupId: 1, revision: 1, madeAt: 0, person: null, isLoaded: true, content });
  }
  const { strip } = drawnOf(table);
  strip.draw(span, 1000, null);
  expect([0, 101, 300, 499, 797, 1000].map((x) => strip.edgeAt(x, 10))).toEqual([
    null,
    { ref: 2, isEnd: false },
    null,
    { ref: 3, isEnd: false },
    { ref: 3, isEnd: true },
    null,
  ]);
});

describe("one that names channels", () => {
  const lane = (label: string, y: number) => ({ inputs: [{ dataObjectId: 7, label }], y, height: 50 });
  const lanes = [lane("EEG Fp1", 0), lane("EEG Fp2", 50)];
  /** From 200 to 600 px. */
  function bandOn(...modalities: string[]) {
    const table = tableOf([[12_000, "Spike"]]);
    const content = { ...table.at(0), end_time: 16_000, modalities };
    table.write({ ref: 1, groupId: 1, revision: 1, madeAt: 0, person: null, isLoaded: true, content });
    return table;
  }

  it("has edges in the rows that show one of them alone", () => {
    const { strip } = drawnOf(bandOn("EEG Fp2"));
    strip.draw(span, 1000, null, lanes);
    expect([10, 49.9, 50, 99.9, 100].map((y) => strip.edgeAt(200, y)?.ref ?? null)).toEqual([null, null, 1, 1, null]);
  });

  it("keeps its tag where none of them is in view, and says so; nothing else of it is there", () => {
    const table = bandOn("EEG O1", "EEG O2");
    const { strip, shown } = drawnOf(table);
    strip.draw(span, 1000, null, lanes);
    const looks = () =>
      shown().map(({ dataset, firstElementChild: tag }) => [
        "elsewhere" in dataset,
        dataset.rows ?? "",
        (tag as HTMLElement).hidden,
        tag?.textContent,
        (tag as HTMLElement).title,
      ]);
    expect(looks()).toEqual([[true, "", false, "Spike", "On O1, O2, not shown here"]]);
    expect(strip.edgeAt(200, 10)).toBeNull();
    strip.draw(span, 1000, null, [...lanes, lane("EEG O2", 100)]);
    expect(looks()).toEqual([[false, expect.stringContaining("gradient"), false, "Spike", ""]]);
  });

  it("leaves nothing of its looks to one of the file that is drawn in its place", () => {
    const table = bandOn("EEG Fp2");
    // The second row: the first is what it was at first.
    const content = { ...table.at(1), kind: "artifact" as const };
    table.write({ ref: 1, groupId: 1, revision: 2, madeAt: 0, person: null, isLoaded: true, content });
    const { strip, shown } = drawnOf(table);
    strip.draw(span, 1000, null, lanes);
    const looks = () => ["data-mask", "data-rows"].map((name) => shown()[0].hasAttribute(name));
    expect(looks()).toEqual([true, true]);
    table.remove(1);
    const own = { ...content, kind: "note" as const, modalities: [] };
    table.write({ ref: 2, groupId: 0, revision: 1, madeAt: 0, person: null, isLoaded: true, content: own });
    strip.draw(span, 1000, null, lanes);
    expect(looks()).toEqual([false, false]);
  });
});
