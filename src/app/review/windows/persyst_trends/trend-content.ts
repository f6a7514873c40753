/** What a trends window brings to its plot: the rows of its panel, and the values under the cursor beside them. */
import { subscribe } from "valtio";
import { durationReadout } from "../../../../domain/time/durations.ts";
import { lengthOf, type Span } from "../../../../domain/time/view-span.ts";
import { flaggedSpans } from "../../../../picture/trends/flagged.ts";
import { layPanel, type RowPlace } from "../../../../picture/trends/lay-panel.ts";
import type { PanelRow } from "../../../../picture/trends/panel.ts";
import { drawRow, type RowBox, type TrendInks } from "../../../../picture/trends/trend-scene.ts";
import { hatchPeriod, tokenColour } from "../../../../render/index.ts";
import { onThemeChange } from "../../../../ui/theme.ts";
import { mostShadeOverEeg } from "../../plot/annotation-shapes.ts";
import { setHidden, setText } from "../../plot/axis-strip.ts";
import type { Lane } from "../../plot/masked-rows.ts";
import type { ContentOptions, Picture, PlotContent } from "../../plot/plot-content.ts";
import { cursorMs } from "../../time/link-group.ts";
import { fileOf, spanOf } from "../../time/timeline.ts";
import { endMarkByEscape } from "./baseline-escape.ts";
import { createBaselineGesture, markedSpan } from "./baseline-mark.ts";
import { noteLayout, scrollPanelByWheel, topOf } from "./panel-layout.ts";
import { baselineOf, readPlace, readRow } from "./readings.ts";
import type { TrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

export interface TrendElements {
  /** Each holds an element for each row, in their order, which is moved to its place. */
  readonly heads: HTMLElement;
  readonly notes: HTMLElement;
  /** With the values of the row ("data-values"). */
  readonly scales: HTMLElement;
  /** What is under the pointer. */
  readonly chip: HTMLElement;
  /** The baseline that is being marked. */
  readonly mark: HTMLElement;
}

const inksOf = (element: Element): TrendInks => ({
  left: tokenColour(element, "--eeg-left"),
  right: tokenColour(element, "--eeg-right"),
  ink: tokenColour(element, "--plot-ink"),
  faint: tokenColour(element, "--eeg-aux"),
  marked: tokenColour(element, "--plot-note"),
  baseline: tokenColour(element, "--plot-optimum"),
});

export function createTrendContent(
  window: TrendsWindow,
  elements: TrendElements,
  { surface, invalidate }: ContentOptions,
): PlotContent {
  const { data, rows, scroll, timeline, props, mark } = window;
  let inks = inksOf(surface);
  let pointer: { x: number; y: number } | null = null;
  let places: readonly RowPlace[] = [];
  let laidFor = -1;
  const abort = new AbortController();
  const { signal } = abort;
  const leave = () => {
    pointer = null;
  };
  surface.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      const { left, top } = surface.getBoundingClientRect();
      pointer = { x: clientX - left, y: clientY - top };
    },
    { signal },
  );
  surface.addEventListener("pointerleave", leave, { signal });
  const wheel = (event: WheelEvent) => scrollPanelByWheel(event, scroll);
  for (const element of [elements.heads, elements.scales])
    element.addEventListener("wheel", wheel, { signal, passive: false });
  const unties = [
    subscribe(props, invalidate, true),
    subscribe(scroll, invalidate, true),
    subscribe(mark, invalidate, true),
    subscribe(data.state, invalidate, true),
    subscribe(data.recordings.state, invalidate, true),
    onThemeChange(() => {
      inks = inksOf(surface);
      invalidate();
    }),
  ];
  endMarkByEscape(mark, surface, signal);
  const marking = createBaselineGesture({
    mark,
    timeAt(x) {
      const { startMs, endMs } = spanOf(timeline);
      const file = fileOf(timeline);
      const timeMs = startMs + (x / Math.max(surface.clientWidth, 1)) * (endMs - startMs);
      return Math.min(Math.max(timeMs, file.startMs), file.endMs);
    },
    take: (span) => window.setBaseline({ ...span, dataObjectId: window.recording.data_object_id }),
  });
  const statesOf = (row: PanelRow) => row.series.map((series) => data.of(series));

  function lay(heightPx: number): void {
    if (laidFor === heightPx) return;
    laidFor = heightPx;
    const layout = layPanel(rows, heightPx);
    places = layout.places;
    noteLayout(scroll, layout);
  }
  /** In device pixels, as it is scrolled. */
  function boxOf({ top, height }: RowPlace, { ratio }: Picture["size"]): RowBox {
    const y = Math.round((top - Math.round(topOf(scroll))) * ratio);
    return { y, height: Math.round(height * ratio) };
  }
  const baselinesOf = (row: PanelRow): Span[] =>
    statesOf(row).flatMap((state) => {
      const { start_ms: startMs = null, end_ms: endMs = null } = baselineOf(state) ?? {};
      return startMs === null || endMs === null ? [] : { startMs, endMs };
    });

  return {
    sources: () => [],
    ask: (span, size) => data.look(span, size.width),
    draw(picture) {
      const { span, size, colours } = picture;
      data.look(span, size.width);
      lay(size.height / size.ratio);
      const [intensity] = rows;
      const marked = flaggedSpans(statesOf(intensity));
      const file = fileOf(timeline);
      const layers = rows.flatMap((row, k) =>
        drawRow(
          {
            ...{ row, box: boxOf(places[k], size), states: statesOf(row), file, marked, inks },
            baselines: row.isVsBaseline ? baselinesOf(row) : [],
          },
          picture,
        ),
      );
      const { width, height, ratio } = size;
      return {
        frame: {
          ...{ width, height, background: colours.background, bands: [], layers },
          ...{ hatchPeriod: hatchPeriod(ratio), firstPixel: 0 },
        },
        ...{ parts: [], marked: [], damaged: [] },
      };
    },
    mostShade: mostShadeOverEeg,
    lanes: ({ size }) =>
      rows.flatMap((row, k): Lane[] => {
        const y = places[k].top - Math.round(topOf(scroll));
        const from = Math.max(0, y);
        const to = Math.min(size.height / size.ratio, y + places[k].height);
        return to > from ? [{ inputs: window.inputsOf(row), y: from, height: to - from }] : [];
      }),
    reading: () => null,
    drawn({ span, size }, _, cursorX) {
      const top = Math.round(topOf(scroll));
      for (const list of [elements.heads, elements.notes, elements.scales]) placeRows(list, places, top);
      const timeAt = (x: number) => span.startMs + (x / size.width) * (span.endMs - span.startMs);
      rows.forEach((row, k) => {
        const values = elements.scales.children[k]?.querySelector<HTMLElement>("[data-values]");
        if (values === null || values === undefined) return;
        setText(values, cursorX === null ? "" : readRow(row, statesOf(row), timeAt(cursorX)).join("\n"));
      });
      placeMark(span, size.width / size.ratio);
      placeChip(top, size.width / size.ratio, (x) => timeAt(x * size.ratio));
    },
    marking,
    rowWheel: wheel,
    [Symbol.dispose]() {
      abort.abort();
      for (const untie of unties) untie();
    },
  };

  function placeMark({ startMs, endMs }: Span, width: number): void {
    const marked = mark.isOn ? markedSpan(mark, cursorMs(timeline.link)) : null;
    setHidden(elements.mark, marked === null);
    if (marked === null) return;
    const pixelsPerMs = width / (endMs - startMs);
    const from = (marked.startMs - startMs) * pixelsPerMs;
    elements.mark.style.transform = `translateX(${from.toFixed(1)}px)`;
    elements.mark.style.width = `${(lengthOf(marked) * pixelsPerMs).toFixed(1)}px`;
    const { clock } = window;
    const said = words.baseline.chosen(clock.dateTime(marked.startMs), clock.dateTime(marked.endMs));
    setText(
      elements.mark.firstElementChild as HTMLElement,
      words.baseline.marked(said, durationReadout(lengthOf(marked))),
    );
  }

  function placeChip(top: number, width: number, timeAt: (x: number) => number): void {
    const { chip } = elements;
    const at = pointer;
    const k = at === null ? -1 : places.findIndex((one) => at.y + top >= one.top && at.y + top < one.top + one.height);
    const row = rows[k];
    const place = places[k];
    if (at === null || row === undefined || place === undefined) {
      setHidden(chip, true);
      return;
    }
    const share = 1 - (at.y + top - place.top) / place.height;
    const said = readPlace(row, statesOf(row), { timeMs: timeAt(at.x), share });
    setHidden(chip, said === "");
    if (said === "") return;
    setText(chip, said);
    // Right of the pointer while there is room, else left of it.
    const side = at.x > width - 200 ? "calc(-100% - 12px)" : "12px";
    chip.style.transform = `translate(calc(${Math.round(at.x)}px + ${side}), ${Math.round(at.y) - 10}px)`;
  }
}

/** Moves elements to the places of their rows; only what changed is written. */
function placeRows(list: HTMLElement, places: readonly RowPlace[], top: number): void {
  places.forEach(({ top: from, height }, k) => {
    const element = list.children[k] as HTMLElement | undefined;
    const key = `${from - top} ${height}`;
    if (element === undefined || element.dataset.placed === key) return;
    element.dataset.placed = key;
    element.style.top = `${from - top}px`;
    element.style.height = `${height}px`;
  });
}
