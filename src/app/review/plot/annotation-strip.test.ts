// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
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

function drawnOf(table: AnnotationTable, state = { revision: 1, isHidden: false }) {
  const layer = document.createElement("div");
  const strip = createAnnotationStrip(layer, { table, state });
  const shown = () => [...layer.querySelectorAll<HTMLElement>(":scope > div")].filter(({ hidden }) => !hidden);
  return { strip, shown };
}

it("draws every mark in the first frame, and hides those that are no more", () => {
  const table = tableOf(Array.from({ length: 9 }, (_, k) => [10_500 + 1000 * k, `mark ${k}`]));
  const state = { revision: 1, isHidden: false };
  const { strip, shown } = drawnOf(table, state);
  strip.draw(span, 1000);
  expect(shown().map(({ style }) => style.left)).toEqual(Array.from({ length: 9 }, (_, k) => `${50 + 100 * k}px`));
  strip.draw({ startMs: 15_000, endMs: 25_000 }, 1000);
  expect(shown().map(({ textContent }) => textContent)).toEqual(["mark 5", "mark 6", "mark 7", "mark 8"]);
  state.isHidden = true;
  strip.draw(span, 1000);
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
  strip.draw(span, 1000);
  const tags = shown().map(({ firstElementChild }) => (firstElementChild as HTMLElement).hidden);
  expect(tags).toEqual([false, true, false]);
});

it("has the colour of each annotation, and words that can be read on it", () => {
  const { strip, shown } = drawnOf(tableOf([[12_000, "x"]], "#1A2B3C"));
  strip.draw(span, 1000);
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
