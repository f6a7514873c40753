import { expect, it } from "vitest";
import { trendExportText } from "../protocol/text/trend-export-text.ts";
import { trendRows } from "../protocol/trends.ts";
import { trendColumns } from "./trend-values.ts";

it("a flat signal has the power that files of trends name as the least", () => {
  const flat = new Float64Array(trendRows.fft_spectrogram.length);
  const [least] = trendColumns("fft_spectrogram", flat, 1, null);
  expect(trendExportText.file.values).toContain(`; ${least} dB: `);
  expect(trendExportText.file.values).not.toContain("inf");
});
