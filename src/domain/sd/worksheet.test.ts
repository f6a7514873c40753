import Value from "typebox/value";
import { describe, expect, it } from "vitest";
import { AnnotationContent } from "../../protocol/annotations.ts";
import { clockOf } from "../time/clock.ts";
import {
  countsPer,
  delayText,
  type SdCandidateRow,
  spreadText,
  type Verdict,
  verdictBook,
  verdictContent,
  verdictTags,
} from "./worksheet.ts";
import { worksheetColumns, worksheetCsv } from "./worksheet-csv.ts";

const startMs = Date.parse("2020-03-02T15:20:30Z");
const candidate = (change: Partial<SdCandidateRow> = {}): SdCandidateRow => ({
  ...{ channel: "D2-D3", row: 0, onset_ms: startMs + 60_000, amplitude_uv: -1812.4, depression_db: 12.34 },
  spread: [
    { channel: "D3-D4", row: 1, delay_ms: 330_000 },
    { channel: "D1-D2", row: 2, delay_ms: -65_400 },
  ],
  ...{ is_confirmed: true, is_provisional: false, modalities: ["D2", "D3"] },
  ...change,
});
const context = { window: "SD Detection", facts: "threshold 500 \u00b5V; screening, not validated" };

describe("a verdict", () => {
  it.each([
    "accepted",
    "rejected",
  ] as const)("%s is an annotation at the onset, on the channels of the row", (verdict) => {
    const content = verdictContent(candidate(), verdict, context);
    expect(Value.Check(AnnotationContent, content)).toBe(true);
    expect(content).toMatchObject({
      start_time: startMs + 60_000,
      end_time: startMs + 60_000,
      modalities: ["D2", "D3"],
      tags: [verdictTags[verdict]],
      annotation_text: verdict === "accepted" ? "SD D2-D3" : "No SD D2-D3",
    });
    expect(content.annotation_description).toBe(
      "Amplitude \u22121,812 \u00b5V, depression 12.3 dB; spread D3-D4 +5:30, D1-D2 \u22121:05; threshold 500 \u00b5V; screening, not validated",
    );
  });

  it("fits the annotation whatever the names and however many neighbours", () => {
    const spread = Array.from({ length: 100 }, (_, row) => ({ channel: "x".repeat(150), row, delay_ms: 1000 }));
    const content = verdictContent(candidate({ channel: "y".repeat(200), spread }), "accepted", context);
    expect(Value.Check(AnnotationContent, content)).toBe(true);
  });

  it("is found again on the same channels within a minute; of several the newest counts; others are none", () => {
    const said = (verdict: Verdict | null, seconds: number, timestamp: number, modalities = ["D3", "D2"]) => ({
      ...{ start_time: startMs + 60_000 + seconds * 1000, modalities, timestamp, ref: timestamp },
      tags: verdict === null ? ["Artifact"] : ["mine", verdictTags[verdict]],
    });
    const of = (...all: ReturnType<typeof said>[]) => verdictBook(all)(candidate());
    expect(of(said("accepted", 60, 1))).toMatchObject({ verdict: "accepted", ref: 1 });
    expect(of(said("accepted", 0, 5), said("rejected", -20, 9), said("accepted", 0, 7))).toEqual({
      ...{ verdict: "rejected", ref: 9 },
      said: [
        { verdict: "rejected", ref: 9 },
        { verdict: "accepted", ref: 7 },
        { verdict: "accepted", ref: 5 },
      ],
    });
    expect(of(said("accepted", 61, 1), said(null, 0, 2), said("rejected", 0, 3, ["D2"]))).toBeNull();
  });
});

it("says delays in minutes and seconds, the nearest first", () => {
  expect([delayText(0), delayText(-599_600), delayText(10_000)]).toEqual(["+0:00", "\u221210:00", "+0:10"]);
  expect(spreadText({ spread: [] })).toBe("");
});

it("counts by hours and days of the recording's clock, also where that is changed", () => {
  const clock = clockOf({ timezone: "America/New_York", start_ms: startMs, is_start_known: true } as never);
  const rows = [
    { candidate: candidate({ onset_ms: Date.parse("2020-03-08T06:59:59Z") }), verdict: "accepted" as const },
    // 2 AM does not exist that day: this is 3 AM.
    { candidate: candidate({ onset_ms: Date.parse("2020-03-08T07:00:00Z") }), verdict: null },
    { candidate: candidate({ onset_ms: Date.parse("2020-03-08T07:30:00Z"), is_confirmed: false }), verdict: null },
    { candidate: candidate({ onset_ms: Date.parse("2020-03-09T04:00:00Z") }), verdict: "rejected" as const },
  ];
  const none = { accepted: 0, rejected: 0, open: 0, unconfirmed: 0 };
  expect(countsPer("hour", rows, clock)).toEqual([
    { ...none, startMs: Date.parse("2020-03-08T06:00:00Z"), accepted: 1 },
    { ...none, startMs: Date.parse("2020-03-08T07:00:00Z"), open: 1, unconfirmed: 1 },
    { ...none, startMs: Date.parse("2020-03-09T04:00:00Z"), rejected: 1 },
  ]);
  expect(countsPer("day", rows, clock).map((count) => new Date(count.startMs).toISOString())).toEqual([
    "2020-03-08T05:00:00.000Z",
    "2020-03-09T04:00:00.000Z",
  ]);
  expect(countsPer("day", [], clock)).toEqual([]);
});

it("is exported with how it was found, and with nothing that a spreadsheet would run", () => {
  const clock = clockOf({ timezone: "UTC", start_ms: startMs, is_start_known: true } as never);
  const text = worksheetCsv(
    [
      { candidate: candidate(), verdict: "accepted" },
      {
        candidate: candidate({ channel: "=1+1", spread: [], is_confirmed: false, modalities: ["ECG L", "Chin;1"] }),
        verdict: null,
      },
    ],
    [["parameters", "500 uV, 6 channels"]],
    { startMs, clock },
  );
  const lines = text.split("\r\n");
  expect(lines[0]).toBe('\ufeffparameters,"500 uV, 6 channels"');
  expect(lines[1]).toBe(worksheetColumns.join(","));
  expect(lines[2]).toContain(',60.000,D2-D3,"D2;D3",-1812.4,12.34,"D3-D4 +5:30, D1-D2 \u22121:05",2,yes,no,accepted');
  expect(lines[3]).toContain(',\'=1+1,"ECG L;Chin\\;1",-1812.4,12.34,,0,no,no,');
  expect(lines).toHaveLength(5);
});
