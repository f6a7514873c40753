import { expect, it } from "vitest";
import { clockOf } from "../../../../domain/time/clock.ts";
import { gridView } from "../../../../picture/grid-view.ts";
import type { Picture } from "../../plot/plot-content.ts";
import { gapPixels } from "./graph-bands.ts";
import { nothingIn } from "./nothing-in.ts";
import type { ShownGraph } from "./shown.ts";

const clock = clockOf({ start_ms: 0, is_start_known: true, timezone: "UTC" });
const minuteMs = 60_000;
const span = { startMs: 0, endMs: 10 * minuteMs };

/** A value a minute; those that there could be begin at the third one, which is at `startMs`. */
function scene(values: readonly number[] | null, startMs = 0, isComplete = true) {
  const segments = [{ first: 2, count: 8, start_ms: startMs + 2 * minuteMs }];
  const source = {
    recording: { data_object_id: -1, start_ms: startMs },
    group: { segments, sampling_hz: 1 / 60, sample_count: 10 },
    feedWindow: { isComplete: () => isComplete },
  };
  const tiles =
    values === null
      ? []
      : [
          {
            kind: "samples",
            firstSample: 2,
            samplesPerColumn: 1,
            count: values.length,
            data: Float32Array.from(values),
          },
        ];
  const pictureIn = (of: typeof span) => {
    const view = gridView(of, startMs, 1 / 60, 1000);
    return { span: of, clock, sources: [{ source, view, tiles }] } as unknown as Picture;
  };
  const shown = {
    graph: { renderStrategy: "line" },
    traces: [{ state: { kind: "drawn", source: 0, row: 0 } }],
  } as unknown as ShownGraph;
  return { shown, pictureIn };
}

it("says that there is no value where none could be computed, or none came out, once that is known", () => {
  const { shown, pictureIn } = scene([Number.NaN, 0.4, 0.5]);
  expect(nothingIn(shown, pictureIn({ startMs: 0, endMs: minuteMs }))).toBe("No value in view, none until 12:02:00 AM");
  expect(nothingIn(shown, pictureIn(span))).toBeNull();
  const constant = scene([Number.NaN, Number.NaN]);
  expect(nothingIn(constant.shown, constant.pictureIn(span))).toBe("No value in view");
  const onItsWay = scene(null, 0, false);
  expect(nothingIn(onItsWay.shown, onItsWay.pictureIn(span))).toBeNull();
});

it("hatches what a slow grid has not of its file, the part of a sample before its first one too", () => {
  const { pictureIn } = scene(null, 30_000);
  const [picture] = pictureIn(span).sources;
  expect(gapPixels(picture, { startMs: 0, endMs: 20 * minuteMs }, 1000)[0]).toEqual({ from: 0, to: 250 });
});
