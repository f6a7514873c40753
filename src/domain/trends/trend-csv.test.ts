import { expect, it } from "vitest";
import { exportedTrends } from "../../protocol/trend-export.ts";
import { trendCell, trendColumnNames, trendCsvHead, trendCsvLines, trendCsvNotes } from "./trend-csv.ts";

const recording = { start_ms: Date.UTC(2026, 1, 2, 10, 0, 5), is_start_known: true, timezone: "America/New_York" };

it("has every trend of either side, and a column for each bin with its unit", () => {
  expect(exportedTrends).toHaveLength(17);
  expect(trendColumnNames({ trend: "fft_spectrogram", side: "left" })[20]).toBe("FFT Spectrogram Left, 10 Hz (dB)");
  expect(trendColumnNames({ trend: "alpha_delta_ratio", side: "right" })).toEqual([
    "Alpha/Delta Ratio Right, Alpha/delta",
  ]);
  expect(trendCsvHead([{ trend: "asymmetry_index", side: null }])).toBe(
    'time,onset_s,"Asymmetry Index, Signed (%)","Asymmetry Index, Absolute (%)"\r\n',
  );
});

it("writes every digit, and nothing where there is no value", () => {
  expect([0, 0.1 + 0.2, Number.NaN, Number.NEGATIVE_INFINITY, -3].map(trendCell)).toEqual([
    ...["0", "0.30000000000000004", "", "-inf", "-3"],
  ]);
});

it("writes a line of each epoch, by the clock of the recording", () => {
  const times = { startMs: recording.start_ms - 5000, epochMs: 10_000 };
  const values = [
    { rows: 2, epochs: 2, data: [1, Number.NaN, 3, 4] },
    { rows: 1, epochs: 2, data: [Number.NaN, 0] },
  ];
  expect(trendCsvLines(recording, times, values)).toBe(
    "2026-02-02T05:00:00.000-05:00,-5,1,3,\r\n2026-02-02T05:00:10.000-05:00,5,,4,0\r\n",
  );
  expect(trendCsvLines({ ...recording, is_start_known: false }, times, values)).toMatch(/^,-5,1,3,\r\n/);
});

it("keeps what is said on one line", () => {
  expect(trendCsvNotes([["Source", "EEG\r\nof two lines"]])).toBe("# Source: EEG of two lines\r\n");
});

it("says nothing that a spreadsheet would run, whatever a channel is called", () => {
  const pairs = [["x,=1+1", "C3"]];
  expect(trendCsvNotes([["Source", JSON.stringify({ hz: 1, pairs })]])).toBe(
    `# Source: {"hz":1,"pairs":[["x,'=1+1","C3"]]}\r\n`,
  );
});
