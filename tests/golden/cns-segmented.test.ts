/** Segmented CNS directories made by code (formats.md 3). */
import { describe, expect, it } from "vitest";
import { ramp, startUs, type WrittenStream, wave } from "../support/cns-writer.ts";
import { roundTrip, spans } from "./cns-reading.ts";

const startMs = startUs / 1000;

describe("segmented directories", () => {
  const part = (k: number, seconds: number, more: Partial<WrittenStream> = {}) =>
    wave(250, {
      values: [ramp(250, k)],
      index: [{ first: 0, timeUs: startUs + seconds * 1e6, intervalUs: 8000 }],
      ...more,
    });

  it("joins streams on one time axis", async () => {
    const event = (name: string, time: string) =>
      `<Events><Event><Name>${name}</Name><StartTime>${time}</StartTime></Event></Events>`;
    const { reader, groups, annotations, repairs } = await roundTrip({
      files: { "Events.xml": event("a", "2024-05-16 05:33:10") },
      segments: {
        Segment_001: {
          streams: [part(1, 0), part(1, 0, { base: "ICP,na,SampleSeries,Integer,X" })],
          files: { "Events.xml": event("a", "2024-05-16 05:33:10") },
        },
        Segment_002: { streams: [part(2, 100)], files: { "Events.xml": event("b", "2024-05-16 05:34:00") } },
        Segment_010: {
          streams: [part(3, 102), part(3, 102, { base: "ICP,na,SampleSeries,Integer,X", conversion: "0,10,0,1" })],
        },
      },
    });
    expect(reader.type).toBe("Segmented");
    expect(groups.get("ABP_na")?.values[0]).toEqual([...ramp(250, 1), ...ramp(250, 2), ...ramp(250, 3)]);
    expect(spans(groups.get("ABP_na")?.segments)).toEqual([
      [0, 250],
      [100_000, 500],
    ]);
    expect([...groups.keys()].sort()).toEqual(["ABP_na", "ICP_na", "ICP_na_SampleSeries"]);
    expect(reader.files[0]).toHaveLength(3);
    expect(annotations.map(({ text, start_time }) => [text, start_time - startMs])).toEqual([
      ["a", 2000],
      ["b", 52_000],
    ]);
    expect(repairs).toEqual([]);
  });
});
