/** Where the electrodes sit and how strongly each sees a place in the head. */

interface HeadSite {
  x: number;
  y: number;
}

/** Flat map of the 10-20 sites, nose up, rim of the head at 1. */
const sites: Readonly<Record<string, HeadSite>> = {
  Fp1: { x: -0.31, y: 0.95 },
  Fp2: { x: 0.31, y: 0.95 },
  F7: { x: -0.81, y: 0.59 },
  F3: { x: -0.43, y: 0.52 },
  Fz: { x: 0, y: 0.5 },
  F4: { x: 0.43, y: 0.52 },
  F8: { x: 0.81, y: 0.59 },
  T7: { x: -1, y: 0 },
  C3: { x: -0.5, y: 0 },
  Cz: { x: 0, y: 0 },
  C4: { x: 0.5, y: 0 },
  T8: { x: 1, y: 0 },
  P7: { x: -0.81, y: -0.59 },
  P3: { x: -0.43, y: -0.52 },
  Pz: { x: 0, y: -0.5 },
  P4: { x: 0.43, y: -0.52 },
  P8: { x: 0.81, y: -0.59 },
  O1: { x: -0.31, y: -0.95 },
  O2: { x: 0.31, y: -0.95 },
  A1: { x: -1.32, y: -0.18 },
  A2: { x: 1.32, y: -0.18 },
};

const ecg = "ECG";
const labels = [...Object.keys(sites).slice(0, 19), ecg, "A1", "A2"];

export interface Electrode extends HeadSite {
  label: string;
  isEcg: boolean;
}

/** The first `count` inputs: 19 scalp sites, ECG, both ears, and beyond these more scalp places in a spiral. */
export function electrodes(count: number): Electrode[] {
  return Array.from({ length: count }, (_, i) => {
    const label = labels[i] ?? `E${i + 1}`;
    const radius = Math.sqrt(((i - labels.length + 0.5) % 64) / 64);
    const spiral = { x: radius * Math.cos(i * 2.39996), y: radius * Math.sin(i * 2.39996) };
    return { label, isEcg: label === ecg, ...(sites[label] ?? spiral) };
  });
}

/** What one source adds to the electrodes: pairs of electrode and weight, the near ones only. */
export interface Projection {
  electrodes: Uint16Array;
  weights: Float32Array;
}

const weakest = 0.08;

export function projection(all: readonly Electrode[], weightOf: (e: Electrode) => number): Projection {
  const seen = all.map((e, i) => ({ i, w: e.isEcg ? 0 : weightOf(e) })).filter(({ w }) => Math.abs(w) >= weakest);
  return { electrodes: Uint16Array.from(seen, ({ i }) => i), weights: Float32Array.from(seen, ({ w }) => w) };
}

/** Falls off with distance like a bell of that width around a place. */
export const around =
  ({ x, y }: HeadSite, width: number) =>
  (e: Electrode): number =>
    Math.exp(-((e.x - x) ** 2 + (e.y - y) ** 2) / (2 * width * width));

export const site = (label: string): HeadSite => sites[label] ?? { x: 0, y: 0 };

const half = [
  { x: -0.33, y: 0.85 },
  { x: -0.45, y: 0.45 },
  { x: -0.88, y: 0.35 },
  { x: -0.98, y: -0.15 },
  { x: -0.47, y: -0.02 },
  { x: -0.8, y: -0.55 },
  { x: -0.42, y: -0.52 },
  { x: -0.28, y: -0.9 },
];
/** Background generators: eight places a side and two on the midline. */
const places: readonly HeadSite[] = [
  ...half,
  ...half.map(({ x, y }) => ({ x: -x, y })),
  { x: 0, y: 0.42 },
  { x: 0, y: -0.38 },
];

/** One projection a background generator, scaled so that every scalp electrode gets a power of 1 from all together. */
export function background(all: readonly Electrode[]): Projection[] {
  const width = 0.36;
  const power = all.map((e) =>
    Math.max(
      0.15,
      places.reduce((sum, p) => sum + around(p, width)(e) ** 2, 0),
    ),
  );
  return places.map((p) => projection(all, (e) => around(p, width)(e) / Math.sqrt(power[all.indexOf(e)])));
}
