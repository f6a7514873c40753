// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import { type AnnotationShape, createAnnotationShapes } from "./annotation-shapes.ts";
import { createAnnotationStrip, textColourOn } from "./annotation-strip.ts";
import { cssColour, strokeColour } from "./trace-colours.ts";

const span = { startMs: 10_000, endMs: 20_000 };
const plot = { width: 1000, height: 400, ratio: 1 };

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
  let shapes: readonly AnnotationShape[] = [];
  const draw = (those: readonly AnnotationShape[]) => {
    shapes = those;
  };
  const strip = createAnnotationStrip(
    layer,
    { table, state, pointing: null },
    7,
    { draw, refresh: () => undefined },
    ({ length }) => 10 * length,
  );
  const shown = () =>
    [...layer.querySelectorAll<HTMLElement>(":scope > div")].filter(
      ({ hidden, dataset }) => !hidden && dataset.draft === undefined,
    );
  return { layer, strip, shown, shapes: () => shapes };
}

it("cuts a name where it ends, whichever way it is written", () => {
  const { strip, shown } = drawnOf(tableOf([[12_000, "\u05e9\u05dc\u05d5\u05dd (3 Hz)"]]));
  strip.draw(span, plot, null);
  expect(shown().map(({ firstElementChild }) => (firstElementChild as HTMLElement).dir)).toEqual(["auto"]);
});

it("draws every mark in the first frame, and hides those that are no more", () => {
  const table = tableOf(Array.from({ length: 9 }, (_, k) => [10_500 + 1000 * k, `mark ${k}`]));
  const state: DrawnAnnotations["state"] = { revision: 1, isHidden: false, draft: null };
  const { strip, shown, shapes } = drawnOf(table, state);
  strip.draw(span, plot, null);
  const places = Array.from({ length: 9 }, (_, k) => 50 + 100 * k);
  expect(shapes().map(({ kind, x }) => [kind, x])).toEqual(places.map((x) => ["point", x]));
  const lefts = () => new Map(shown().map(({ style, textContent }) => [textContent, style.left]));
  expect(lefts()).toEqual(new Map(places.map((x, k) => [`mark ${k}`, `${x}px`])));
  const sixth = shown().find(({ textContent }) => textContent === "mark 6");
  strip.draw({ startMs: 15_000, endMs: 25_000 }, plot, null);
  expect(lefts()).toEqual(new Map([5, 6, 7, 8].map((k) => [`mark ${k}`, `${places[k] - 500}px`])));
  // One that stays is moved, and not made of another one.
  expect(sixth?.style.left).toBe("150px");
  state.isHidden = true;
  strip.draw(span, plot, null);
  expect([shown(), shapes()]).toEqual([[], []]);
});

it("leaves out tags that would lie over the one before, never the marks nor what stands beside a short tag", () => {
  const { strip, shown, shapes } = drawnOf(
    tableOf([
      [11_000, "arousal"],
      [11_300, "b"],
      [12_000, "T0"],
      [12_300, "T1"],
    ]),
  );
  strip.draw(span, plot, null);
  expect(
    shown()
      .map(({ textContent }) => textContent)
      .sort(),
  ).toEqual(["T0", "T1", "arousal"]);
  expect(shapes().map(({ x }) => x)).toEqual([100, 130, 200, 230]);
});

it("says the last tag whole: where the plot ends it begins before its mark, but not over the tag before", () => {
  const { strip, shown } = drawnOf(
    tableOf([
      [11_000, "first"],
      [19_800, "patient awake"],
    ]),
  );
  const boxes = () =>
    shown()
      .map((element) => [element, element.querySelector("span") as HTMLElement] as const)
      .map(([{ style }, label]) => {
        const left = Number.parseFloat(style.left) + (Number.parseFloat(label.style.left) || 0);
        return [label.textContent, left, Number.parseFloat(label.style.maxWidth)];
      })
      .sort(([, a], [, b]) => Number(a) - Number(b));
  strip.draw(span, plot, null);
  expect(boxes()).toEqual([
    ["first", 100, 766],
    ["patient awake", 870, 130],
  ]);
  strip.draw({ startMs: 10_000, endMs: 20_000 }, { ...plot, width: 110 }, null);
  expect(boxes()).toEqual([
    ["first", 11, 50],
    ["patient awake", 65, 52],
  ]);
});

it("has the colour of each annotation, and words that can be read on it", () => {
  const { strip, shown, shapes } = drawnOf(tableOf([[12_000, "x"]], "#1A2B3C"));
  strip.draw(span, plot, null);
  const { style } = shown()[0];
  expect(["--note", "--note-text"].map((name) => style.getPropertyValue(name))).toEqual(["#1A2B3C", "#fff"]);
  expect(shapes()).toMatchObject([{ colour: "#1A2B3C", share: 0.2 }]);
  expect(["#FFFFFF", "#FFFF00", "#FF0000", "#0000FF", "#000000"].map(textColourOn)).toEqual([
    "#000",
    "#000",
    "#000",
    "#fff",
    "#fff",
  ]);
});

it("has a shade no deeper than the plot takes, and lines and edges that are lifted on dark", () => {
  const { layer, strip, shapes } = drawnOf(tableOf([[12_000, "x"]], "#AD241D"));
  const look = () => shapes().map(({ colour, stroke, share }) => [colour, stroke, share]);
  strip.draw(span, plot, null, [], 0.1);
  expect(look()).toEqual([["#AD241D", "#AD241D", 0.1]]);
  strip.draw(span, plot, null);
  expect(look()).toEqual([["#AD241D", "#AD241D", 0.2]]);
  document.body.append(layer);
  layer.style.setProperty("--plot-ink", "#d0d9e1");
  document.documentElement.dataset.theme = "dark";
  strip.refresh();
  strip.draw(span, plot, null);
  const lifted = cssColour(strokeColour("#ad241d", "dark", [1, 1, 1, 1]));
  expect(look()).toEqual([["#AD241D", lifted, 0.2]]);
  delete document.documentElement.dataset.theme;
  layer.remove();
});

it("shows what is being marked over all else, and the one whose edge is dragged as it will be", () => {
  const table = tableOf([
    [12_000, "x"],
    [13_500, "y"],
  ]);
  const layer = document.createElement("div");
  const state: DrawnAnnotations["state"] = {
    ...{ revision: 1, isHidden: false },
    draft: { startMs: 15_000, endMs: null, color: "#00FF00", title: "Seizure", of: 1, modalities: [] },
  };
  const strip = createAnnotationStrip(layer, { table, state, pointing: null }, 7);
  strip.draw(span, plot, 13_000);
  const all = [...layer.querySelectorAll<HTMLElement>(":scope > div")];
  // The last one lies over those before.
  const [draft, ...others] = all.toReversed();
  expect([draft.style.left, draft.style.width, draft.textContent]).toEqual(["300px", "200px", "Seizure"]);
  expect(others.filter(({ hidden }) => !hidden).map(({ textContent }) => textContent)).toEqual(["y"]);
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
  strip.draw(span, plot, null);
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
    strip.draw(span, plot, null, lanes);
    expect([10, 49.9, 50, 99.9, 100].map((y) => strip.edgeAt(200, y)?.ref ?? null)).toEqual([null, null, 1, 1, null]);
  });

  it("keeps its tag where none of them is in view, and says so; nothing else of it is there", () => {
    const table = bandOn("EEG O1", "EEG O2");
    const { strip, shown, shapes } = drawnOf(table);
    strip.draw(span, plot, null, lanes);
    const looks = () =>
      shown().map(({ dataset, firstElementChild: tag }, k) => [
        "elsewhere" in dataset,
        shapes()[k].lanes?.map(({ y }) => y),
        tag?.textContent,
        (tag as HTMLElement).title,
      ]);
    expect(looks()).toEqual([[true, [], "Spike", "On O1, O2, not shown here"]]);
    expect(strip.edgeAt(200, 10)).toBeNull();
    strip.draw(span, plot, null, [...lanes, lane("EEG O2", 100)]);
    expect(looks()).toEqual([[false, [100], "Spike", ""]]);
  });

  it("stands while it is marked in the rows that it will stand in, with what it will name on its tag", () => {
    const marking = (...modalities: string[]) => {
      const draft = { startMs: 12_000, endMs: 16_000, color: "#00FF00", title: "New", of: null, modalities };
      const { layer, strip, shapes } = drawnOf(tableOf([]), { revision: 1, isHidden: false, draft });
      strip.draw(span, plot, null, lanes);
      const own = layer.querySelector<HTMLElement>("[data-draft]");
      return [own?.textContent, own?.hasAttribute("data-lanes"), shapes().map(({ lanes }) => lanes?.map(({ y }) => y))];
    };
    expect(marking("Fp2")).toEqual(["New · Fp2", true, [[50]]]);
    expect(marking()).toEqual(["New", false, []]);
    expect(marking("F3", "F7", "C3", "O1", "O2")).toEqual(["New · 5 channels", true, [[]]]);
  });

  it("leaves nothing of its looks to one of the file that is drawn in its place", () => {
    const table = bandOn("EEG Fp2");
    // The second row: the first is what it was at first.
    const content = { ...table.at(1), kind: "artifact" as const };
    table.write({ ref: 1, groupId: 1, revision: 2, madeAt: 0, person: null, isLoaded: true, content });
    const { strip, shown, shapes } = drawnOf(table);
    strip.draw(span, plot, null, lanes);
    const looks = () => [shown()[0].hasAttribute("data-mask"), shapes()[0].isMask, shapes()[0].lanes?.length];
    expect(looks()).toEqual([true, true, 1]);
    // An image has no lanes, and no hatch.
    strip.draw(span, plot, null);
    expect(looks()).toEqual([true, false, undefined]);
    table.remove(1);
    const own = { ...content, kind: "note" as const, modalities: [] };
    table.write({ ref: 2, groupId: 0, revision: 1, madeAt: 0, person: null, isLoaded: true, content: own });
    strip.draw(span, plot, null, lanes);
    expect(looks()).toEqual([false, false, undefined]);
    expect(shapes()[0]).toMatchObject({ colour: "", share: 0.05 });
    expect(shown()[0].style.getPropertyValue("--note")).toBe("");
  });
});

describe("shapes", () => {
  /** What is filled: alpha and place, CSS px from the top of the plot. */
  function filled(shape: Partial<AnnotationShape>, height = 20, ...more: Partial<AnnotationShape>[]) {
    return filledUpTo(1, shape, height, ...more);
  }
  function filledUpTo(
    most: number,
    shape: Partial<AnnotationShape>,
    height: number,
    ...more: Partial<AnnotationShape>[]
  ) {
    const fills: [string, number, ...number[]][] = [];
    const context = {
      ...{ globalAlpha: 1, fillStyle: "" },
      setTransform: () => undefined,
      clearRect: () => undefined,
      fillRect: (...place: number[]) => fills.push([context.fillStyle, context.globalAlpha, ...place]),
    };
    const canvas = { width: 0, height: 0, getContext: () => context };
    const { draw, refresh } = createAnnotationShapes(canvas as unknown as HTMLCanvasElement);
    const whole = { kind: "band", x: 10, width: 30, colour: "#FF0000", share: 0.2, isMask: false } as const;
    const shapes = [shape, ...more].map((one) => ({
      ...{ ...whole, stroke: one.colour ?? whole.colour, lanes: null, hasStart: true, hasEnd: true },
      ...one,
    }));
    draw(shapes, { width: 100, height, ratio: 2 }, "own", most);
    const once = fills.length;
    draw(shapes, { width: 100, height, ratio: 2 }, "own", most);
    expect(fills).toHaveLength(once);
    expect([canvas.width, canvas.height]).toEqual([200, 2 * (height + 17)]);
    // The browser's graphics went and came back.
    refresh();
    draw(shapes, { width: 100, height, ratio: 2 }, "own", most);
    expect(fills.splice(once)).toEqual(fills);
    return fills;
  }
  const dashes = [0, 9, 18].map((y) => ["#FF0000", 1, 10, y, 1, Math.min(5, 20 - y)]);

  it("are a shade with a dashed line where it begins and a pale one where it ends, if it does in the view", () => {
    const shade = ["rgb(255.0 0.0 0.0 / 0.2000)", 1, 10, 0, 30, 20];
    expect(filled({})).toEqual([shade, ["#FF0000", 0.45, 39, 0, 1, 20], ...dashes]);
    expect(filled({ hasStart: false, hasEnd: false })).toEqual([shade]);
    expect(filled({ isMask: true, hasEnd: false })).toEqual(dashes);
    // Its lines may have a colour of their own.
    const lines = filled({ stroke: "#FF8080" }).map(([colour]) => colour);
    expect(lines).toEqual([shade[0], ...Array.from({ length: 4 }, () => "#FF8080")]);
    expect(filled({ kind: "point", width: 0 })).toEqual(dashes);
    expect(filled({ kind: "crowd", colour: "" })).toEqual([
      ["own", 0.05, 10, 0, 30, 20],
      ["own", 1, 10, 0, 30, 4],
    ]);
  });

  it("that overlap are filled once, as they lie one over the other", () => {
    const over = { x: 25, width: 10, colour: "#0000FF", share: 0.5 };
    const fills = filled({ hasStart: false, hasEnd: false }, 20, { ...over, hasStart: false, hasEnd: false });
    expect(fills).toEqual([
      ["rgb(255.0 0.0 0.0 / 0.2000)", 1, 10, 0, 15, 20],
      // 0.5 of blue, and under it half of 0.2 of red: 0.6 in all.
      ["rgb(42.5 0.0 212.5 / 0.6000)", 1, 25, 0, 10, 20],
      ["rgb(255.0 0.0 0.0 / 0.2000)", 1, 35, 0, 5, 20],
    ]);
    const shallow = filledUpTo(0.35, { hasStart: false, hasEnd: false }, 20, {
      ...over,
      hasStart: false,
      hasEnd: false,
    });
    expect(shallow.map(([shade]) => shade)).toEqual([fills[0][0], "rgb(42.5 0.0 212.5 / 0.3500)", fills[2][0]]);
  });

  it("stand in their rows, with dashes at the same heights everywhere, or as a tick above the plot", () => {
    expect(
      filled({
        lanes: [
          { y: 7, height: 8 },
          { y: 19, height: 50 },
        ],
      }),
    ).toEqual([
      ["#FF0000", 0.2, 10, 7, 30, 8],
      ["#FF0000", 0.45, 39, 7, 1, 8],
      ["#FF0000", 1, 10, 9, 1, 5],
      ["#FF0000", 0.2, 10, 19, 30, 1],
      ["#FF0000", 0.45, 39, 19, 1, 1],
      ["#FF0000", 1, 10, 19, 1, 1],
    ]);
    expect(filled({ lanes: [] })).toEqual([["#FF0000", 1, 10, -17, 1, 17]]);
  });

  it("stand out at the edge that a press would take, which may be seen in their rows alone", () => {
    const lanes = [{ y: 7, height: 8 }];
    expect(filled({ lanes, heldEdge: "end", hasStart: false })[2]).toEqual(["#FF0000", 1, 38, 7, 2, 8]);
    expect(filled({ heldEdge: "start", hasEnd: false })[1]).toEqual(["#FF0000", 1, 10, 0, 2, 20]);
  });
});
