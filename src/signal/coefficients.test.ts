import { expect, it } from "vitest";
import { butterworth, keepsConstant, notch, planFilters, type Section, warmupSamples } from "./coefficients.ts";

/** |H| at `hz` of sections in cascade. */
function gain(sections: readonly Section[], hz: number, samplingHz: number): number {
  const w = (2 * Math.PI * hz) / samplingHz;
  return sections.reduce((product, [b0, b1, b2, a1, a2]) => {
    const size = (p: number, q: number, r: number) =>
      Math.hypot(p + q * Math.cos(w) + r * Math.cos(2 * w), q * Math.sin(w) + r * Math.sin(2 * w));
    return (product * size(b0, b1, b2)) / size(1, a1, a2);
  }, 1);
}

it("designs Butterworth filters of orders 1 to 4 with -3.01 dB at the corner and the slope of their order", () => {
  for (const order of [1, 2, 3, 4])
    for (const kind of ["highpass", "lowpass"] as const) {
      const sections = butterworth(kind, order, 20, 1000);
      expect(20 * Math.log10(gain(sections, 20, 1000))).toBeCloseTo(-3.0103, 4);
      const far = kind === "highpass" ? 0.02 : 499;
      const passed = kind === "highpass" ? 499 : 0.02;
      expect(gain(sections, passed, 1000)).toBeCloseTo(1, 4);
      if (kind === "highpass") expect(20 * Math.log10(gain(sections, far, 1000))).toBeCloseTo(-60 * order, 0);
      else expect(gain(sections, far, 1000)).toBeLessThan(0.01 ** order * 40);
    }
});

it("refuses orders outside 1 to 4, corners outside the band and a Q that is not positive", () => {
  expect(() => butterworth("lowpass", 5, 20, 1000)).toThrow(RangeError);
  expect(() => butterworth("lowpass", 0, 20, 1000)).toThrow(RangeError);
  expect(() => butterworth("lowpass", 2, 500, 1000)).toThrow(RangeError);
  expect(() => notch(60, 256, 0)).toThrow(RangeError);
  expect(() => planFilters({ lff: null, hff: null, notch: null }, Number.NaN)).toThrow(RangeError);
});

it("takes 14 of the slowest time constants as warm-up", () => {
  expect(warmupSamples([])).toBe(0);
  const seconds = (lff: number) => planFilters({ lff, hff: null, notch: null }, 256).warmup / 256;
  expect(seconds(0.1)).toBeCloseTo(22.3, 1);
  expect(seconds(1)).toBeCloseTo(2.2, 1);
  expect(seconds(0.005)).toBeCloseTo(446, 0);
});

it("uses float64 state outside the EEG lists, without an LFF, and for corners that are low for the rate", () => {
  const isWide = (lff: number | null, hff: number | null, mains: number | null, rate: number) =>
    planFilters({ lff, hff, notch: mains }, rate).usesFloat64;
  expect(isWide(1, 30, 60, 256)).toBe(false);
  expect(isWide(0.005, 0.5, null, 256)).toBe(true);
  expect(isWide(1, 30, 60, 2048)).toBe(true);
  expect(isWide(1, 100, 60, 200)).toBe(false);
  expect(isWide(1, 35, null, 256)).toBe(true);
  expect(isWide(0.1, null, null, 256)).toBe(true);
  expect(isWide(1, null, null, 257)).toBe(true);
  expect(isWide(3, 100, 50, 512)).toBe(false);
  expect(isWide(3, 100, 50, 1000)).toBe(true);
  expect(isWide(null, 30, 60, 256)).toBe(true);
  expect(isWide(null, null, 50, 256)).toBe(true);
  expect(isWide(null, null, null, 2048)).toBe(false);
  expect(isWide(0.5, null, null, 16_384)).toBe(true);
});

it("knows that only a high-pass takes constants out", () => {
  expect(keepsConstant(planFilters({ lff: null, hff: 30, notch: 60 }, 256).sections)).toBe(true);
  expect(keepsConstant(planFilters({ lff: 0.1, hff: 30, notch: 60 }, 256).sections)).toBe(false);
  expect(keepsConstant(butterworth("highpass", 4, 0.5, 256).flat())).toBe(false);
});
