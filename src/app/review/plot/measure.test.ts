import { describe, expect, it } from "vitest";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import type { TraceTile } from "../../../render/types.ts";
import { createMeasure } from "./measure.ts";
import type { TracePart } from "./plot-content.ts";

const hz = 10;
const startMs = 1_000_000;
const size = { width: 1000, height: 100, ratio: 1 };
const span = { startMs, endMs: startMs + 100_000 };

/** A ramp of one unit a sample, with a gap after 50 s; columns of ten samples where asked for. */
function partOf(kind: TraceTile["kind"]): TracePart {
  const count = kind === "samples" ? 1000 : 100;
  const data = Float32Array.from({ length: kind === "samples" ? count : 2 * count }, (_, k) =>
    kind === "samples" ? (k < 500 ? k : Number.NaN) : 5 * k,
  );
  const tile: TraceTile = {
    ...{ id: 1, kind, rows: 1, count, firstSample: 0, samplesPerColumn: 1000 / count },
    ...{ data, breaks: new Uint8Array(count) },
  };
  return {
    picture: {
      source: {
        recording: { start_ms: startMs } as RecordingDetail,
        group: { sampling_hz: hz } as SignalGroup,
      } as TracePart["picture"]["source"],
      view: { startSample: 0, endSample: 1000, samplesPerPixel: 1 },
      tiles: [tile],
    },
    clip: { x: 0, y: 0, width: 1000, height: 100 },
    rows: [{ row: 0, baselineY: 50, pixelsPerUnit: 0, colour: [0, 0, 0, 1] }],
  };
}

function world(kind: TraceTile["kind"] = "samples") {
  const label = { textContent: "" };
  const status = { textContent: "" };
  const element = { children: [label, status], style: {} as Record<string, string>, dataset: {}, hidden: true };
  let frames = 0;
  const measure = createMeasure(element as unknown as HTMLElement, {
    timeAt: (x) => startMs + x * 100,
    invalidate: () => frames++,
  });
  const parts = [partOf(kind)];
  const draw = (cursorMs: number | null = null) => {
    const read = ({ min }: { min: number }) => ({ name: "ICP", value: `${min.toFixed(1)} mmHg` });
    measure.draw({ span, size, parts, read }, cursorMs);
    return element.hidden ? null : label.textContent?.split("\n");
  };
  const drag = (from: number, to: number) => {
    measure.begin({ x: from, y: 50 });
    draw();
    measure.drag({ x: to, y: 50 });
    const said = draw();
    measure.end();
    return said;
  };
  return { measure, element, status, draw, drag, frames: () => frames };
}

describe("a measured stretch", () => {
  it("says how long it is, how the trace under its beginning changes, and how fast", () => {
    const { drag, element } = world();
    expect(drag(100, 130)).toEqual(["3000 ms (0.33 Hz)", "ICP: 30.0 mmHg, 10 mmHg/s"]);
    expect(element.style).toEqual({ transform: "translateX(100px)", width: "30px" });
    expect(element.dataset).toEqual({ side: "right" });
  });

  it("goes backwards too: the change is that from where it was begun", () => {
    const { drag } = world();
    expect(drag(130, 100)?.[1]).toBe("ICP: -30.0 mmHg, 10 mmHg/s");
  });

  it("tells slow changes by the minute", () => {
    expect(world().drag(0, 499)).toEqual(["49.90 s", "ICP: 499.0 mmHg, 10 mmHg/s"]);
    expect(world("minmax").drag(0, 700)?.[0]).toBe("1 min 10 s");
  });

  it("says what is not known: a gap, and pixels of many samples", () => {
    expect(world().drag(400, 600)).toEqual(["20.00 s", "No value at one end"]);
    expect(world("minmax").drag(100, 130)?.[1]).toMatch(/zoom in/);
    expect(world().drag(400, 1200)?.[1]).toBe("One end is out of view, or not loaded yet");
    expect(world().drag(100, 100)).toEqual(["0 ms"]);
  });

  it("goes by a key with the cursor until the next press, and tells of the only trace", () => {
    const { measure, draw } = world();
    measure.press(startMs + 10_000, null);
    expect(draw(startMs + 10_000)).toEqual(["0 ms"]);
    expect(draw(startMs + 13_000)).toEqual(["3000 ms (0.33 Hz)", "ICP: 30.0 mmHg, 10 mmHg/s"]);
    measure.press(startMs + 14_000, null);
    expect(draw(startMs + 90_000)?.[0]).toBe("4000 ms (0.25 Hz)");
    measure.press(startMs + 20_000, null);
    measure.press(startMs + 25_000, null);
    expect(draw()?.at(-1)).toBe("Total of 2: 9000 ms");
    measure.press(startMs + 20_000, null);
    measure.press(startMs + 20_000, null);
    expect(draw()).toBeNull();
  });

  it("has a running total, until one is too short or it is taken away", () => {
    const one = world();
    const { drag, measure, draw } = one;
    drag(100, 130);
    const { status } = one;
    drag(200, 250);
    draw();
    expect(status.textContent).toContain("Total of 2: 8000 ms");
    expect(draw()?.[2]).toBe("Total of 2: 8000 ms");
    drag(300, 301);
    expect(draw()).toBeNull();
    drag(100, 130);
    expect(draw()).toHaveLength(2);
    expect(measure.clear()).toBe(true);
    expect([draw(), measure.clear()]).toEqual([null, false]);
  });
});
