/** Filter design: Butterworth sections of orders 1 to 4, the notch, the warm-up, and the plan of a filter setting. */

import { bypassFraction } from "../protocol/acting-filters.ts";
import type { Filters } from "../protocol/recipe.ts";
import { demand } from "./parameter-error.ts";
import type { FilterPlan } from "./types.ts";

/** Numbers of one section: b0, b1, b2, a1, a2 with a0 = 1 (algorithms.md 1.3). */
export const sectionSize = 5;
export type Section = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];
export type FilterKind = "highpass" | "lowpass";

const lffOrder = 1;
const hffOrder = 2;
const notchQ = 20;

/** The option lists for which float32 state was measured to be good enough (algorithms.md 1.6). */
const float32Options = {
  lff: [0.1, 0.5, 1, 2, 3],
  hff: [30, 40, 50, 60, 70, 80, 90, 100],
  notch: [50, 60],
};
/** Below this corner, relative to the rate, a second-order section needs float64 state. */
const float32MinimumFraction = 0.02;
/**
 * The same for the LFF, which must be there: it keeps what drifted away from the start value of a run, up to 20 mV, from
 * the other sections, and its own state grows with that and with its time constant. Measured: README.
 */
const float32MinimumLffFraction = 1 / 256;

/**
 * Sections of a Butterworth filter by the bilinear transform with pre-warping: exactly -3.0103 dB at `hz`.
 * Throws ParameterError unless order is 1..4 and 0 < hz < samplingHz / 2. Source: algorithms.md 1.3.
 */
export function butterworth(kind: FilterKind, order: number, hz: number, samplingHz: number): Section[] {
  demand(Number.isInteger(order) && order >= 1 && order <= 4, `order ${order} is outside 1 to 4`);
  demandCorner(hz, samplingHz);
  const k = Math.tan((Math.PI * hz) / samplingHz);
  const sections: Section[] = [];
  if (order % 2 === 1) {
    const g = 1 / (1 + k);
    sections.push(kind === "highpass" ? [g, -g, 0, (k - 1) * g, 0] : [k * g, k * g, 0, (k - 1) * g, 0]);
  }
  for (let pair = 0; pair < Math.floor(order / 2); pair++) {
    const angle = (Math.PI * (2 * pair + 1 + (order % 2))) / (2 * order);
    const damping = 2 * Math.cos(angle);
    const d = 1 / (1 + damping * k + k * k);
    const a1 = 2 * (k * k - 1) * d;
    const a2 = (1 - damping * k + k * k) * d;
    const b = kind === "highpass" ? d : k * k * d;
    sections.push([b, kind === "highpass" ? -2 * b : 2 * b, b, a1, a2]);
  }
  return sections;
}

/** Second-order notch; its -3 dB band is hz / q wide. Throws ParameterError unless q > 0 and 0 < hz < samplingHz / 2. */
export function notch(hz: number, samplingHz: number, q: number = notchQ): Section {
  demand(q > 0 && Number.isFinite(q), `Q ${q} is not positive`);
  demandCorner(hz, samplingHz);
  const w = (2 * Math.PI * hz) / samplingHz;
  const g = 1 / (1 + Math.tan(w / (2 * q)));
  const middle = -2 * g * Math.cos(w);
  return [g, middle, g, middle, 2 * g - 1];
}

/** Samples of warm-up: 14 times the slowest time constant of the sections (algorithms.md 1.5). */
export function warmupSamples(sections: readonly Section[]): number {
  const slowest = Math.max(0, ...sections.map(([, , , a1, a2]) => timeConstant(a1, a2)));
  return Math.ceil(14 * slowest);
}

/** -1 / ln of the larger pole radius of z^2 + a1 z + a2, in samples. */
function timeConstant(a1: number, a2: number): number {
  const discriminant = a1 * a1 - 4 * a2;
  const radius = discriminant < 0 ? Math.sqrt(a2) : (Math.abs(a1) + Math.sqrt(discriminant)) / 2;
  return radius > 0 ? -1 / Math.log(radius) : 0;
}

/**
 * The filters that act at this rate, in the order LFF (order 1), HFF (order 2), notch (Q 20). HFF and notch from 0.49 of
 * the rate on are inactive; an LFF that high is refused. Throws ParameterError before any work. Source: algorithms.md 1.
 */
export function planFilters(filters: Filters, samplingHz: number): FilterPlan {
  demand(samplingHz > 0 && Number.isFinite(samplingHz), `sampling rate ${samplingHz} Hz is not positive`);
  for (const [name, hz] of Object.entries({ LFF: filters.lff, HFF: filters.hff, notch: filters.notch }))
    demand(hz === null || (hz > 0 && Number.isFinite(hz)), `${name} ${hz} Hz is not positive`);
  const limit = bypassFraction * samplingHz;
  const { lff } = filters;
  demand(lff === null || lff < limit, `LFF ${lff} Hz is too high for a rate of ${samplingHz} Hz`);
  const hff = filters.hff !== null && filters.hff < limit ? filters.hff : null;
  const mains = filters.notch !== null && filters.notch < limit ? filters.notch : null;
  const sections: Section[] = [];
  if (lff !== null) sections.push(...butterworth("highpass", lffOrder, lff, samplingHz));
  if (hff !== null) sections.push(...butterworth("lowpass", hffOrder, hff, samplingHz));
  if (mains !== null) sections.push(notch(mains, samplingHz));
  return {
    sections: Float64Array.from(sections.flat()),
    warmup: warmupSamples(sections),
    usesFloat64: !fitsFloat32({ lff, hff, notch: mains }, samplingHz),
    inactive: { lff: false, hff: hff !== filters.hff, notch: mains !== filters.notch },
  };
}

/** True for the EEG option lists with an LFF, unless a section lies very low for its order (algorithms.md 1.6). */
function fitsFloat32(active: Filters, samplingHz: number): boolean {
  const { lff, hff, notch: mains } = active;
  if (lff === null) return hff === null && mains === null;
  const isListed = (["lff", "hff", "notch"] as const).every((name) => {
    const hz = active[name];
    return hz === null || float32Options[name].includes(hz);
  });
  const secondOrder = [hff, mains].filter((hz) => hz !== null);
  return (
    isListed &&
    lff / samplingHz >= float32MinimumLffFraction &&
    secondOrder.every((hz) => hz / samplingHz >= float32MinimumFraction)
  );
}

/** True when a constant passes: no section has a zero at DC. */
export function keepsConstant(sections: ArrayLike<number>): boolean {
  for (let at = 0; at < sections.length; at += sectionSize) {
    const [b0, b1, b2] = [sections[at], sections[at + 1], sections[at + 2]];
    if (b0 + b1 + b2 === 0) return false;
  }
  return true;
}

function demandCorner(hz: number, samplingHz: number): void {
  demand(samplingHz > 0 && Number.isFinite(samplingHz), `sampling rate ${samplingHz} Hz is not positive`);
  demand(hz > 0 && hz < samplingHz / 2, `corner ${hz} Hz is outside 0 to ${samplingHz / 2} Hz`);
}
