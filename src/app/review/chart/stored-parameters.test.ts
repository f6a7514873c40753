import { expect, it } from "vitest";
import { storedParameters } from "./stored-parameters.ts";

const clock = { dateTime: (ms: number) => `at ${ms}` };
const words = (args: object) => storedParameters(JSON.stringify(args), clock);

it("says what a run was told in words", () => {
  expect(words({ calculationWindowMs: 300_000, calculationPeriodMs: 60_000 })).toBe("window 5 min, every 1 min");
  expect(words({})).toBe("(none)");
  expect(
    words({
      ...{ modalities: ["ABP_na", "ICP_na"], patient_file_uids: [4], start_time: 5_000_000, end_time: 9_000_000 },
      ...{ leaves_out_artifacts: true, node: "Pressures" },
    }),
  ).toBe("signals ABP_na, ICP_na, files 4, from at 5000, to at 9000, artifacts left out, source Pressures");
  expect(words({ lff: 1, hff: null, notch: 60 })).toBe("LFF 1 Hz, HFF Off, Notch 60 Hz");
  expect(words({ factor: 2, offset: -3 })).toBe("factor 2, offset -3");
  expect(words({ over: "windows", binMinimum: 40, binMaximum: 120, binSize: 5 })).toBe(
    "over each window, bins from 40, bins to 120, bins of 5",
  );
});

it("takes the offset of windows for a time, and leaves nothing out that it has no words for", () => {
  const epoching = { epoching_type: "sliding_window", window_size: 28_800e6, offset: -21_600e6, delta: 600e6 };
  expect(words(epoching)).toBe("window 8 h, the first window begins 6 h before the data, every 10 min");
  expect(words({ ...epoching, offset: 0 })).toContain("the first window begins with the data");
  expect(words({ own: [1], low: "x", start_time: null })).toBe("own [1], low x, start_time null");
});
