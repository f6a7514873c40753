import { expect, it } from "vitest";
import { bandSummary, defaultOverlayFilters, overlayFilterOptions, overlaySensitivities } from "./sd-options.ts";

it("offers what the overlay opens with, from 10 to 1000 uV (spec 2.12)", () => {
  for (const name of ["lff", "hff", "notch"] as const)
    expect(overlayFilterOptions[name]).toContain(defaultOverlayFilters[name]);
  expect([overlaySensitivities[0], overlaySensitivities.at(-1)]).toEqual([10, 1000]);
  expect(overlaySensitivities).toContain(440);
});

it.each([
  [{ lff: 1, hff: 30, notch: 60 }, 256, "1\u201330 Hz, notch 60 Hz"],
  [defaultOverlayFilters, 256, "0.005\u20130.5 Hz"],
  [{ lff: 1, hff: null, notch: null }, 256, "from 1 Hz"],
  [{ lff: null, hff: 30, notch: null }, 256, "up to 30 Hz"],
  [{ lff: null, hff: null, notch: null }, 256, "unfiltered"],
  [{ lff: null, hff: 100, notch: null }, 512 / 3, "unfiltered, 100 Hz inactive at 170.667 Hz"],
  [{ lff: 1, hff: 100, notch: 60 }, 100, "from 1 Hz, 100 Hz inactive at 100 Hz, 60 Hz inactive at 100 Hz"],
])("says what %j lets through at %d Hz", (filters, samplingHz, said) => {
  expect(bandSummary(filters, samplingHz)).toBe(said);
});
