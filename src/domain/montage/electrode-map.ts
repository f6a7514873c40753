/**
 * The electrode maps of the two amplifiers (spec 001 section 3): which inputs each has, and where they stand. Places of the
 * scalp electrodes follow from the 10-20 system, on the head seen from above with the nose up.
 */
import { scalpElectrodes } from "./electrodes.ts";

export const amplifiers = [16, 40] as const;
/** By the number of its inputs. */
export type Amplifier = (typeof amplifiers)[number];

export interface MapInput {
  readonly id: string;
  /** Internal: from the middle of the head, to the right and down, in radii of the head. External: column and row under it. */
  readonly x: number;
  readonly y: number;
  readonly group: "Internal" | "External";
  /** The name is wider than a round button. */
  readonly overflow: boolean;
}

/** Of the sphere that the head is taken for: a tenth of its half circumference, and of the whole one around it. */
const tenth = { ofHalf: 18, ofWhole: 36 } as const;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

type Point = readonly [x: number, y: number, z: number];

/** Right, front, up; `down` from the vertex and `round` from the front to the right, in degrees. */
const pointAt = (down: number, round: number): Point => [
  Math.sin(radians(down)) * Math.sin(radians(round)),
  Math.sin(radians(down)) * Math.cos(radians(round)),
  Math.cos(radians(down)),
];

/** Halfway on the shortest arc. */
function between(a: Point, b: Point): Point {
  const sum = a.map((value, k) => value + b[k]);
  const length = Math.hypot(...sum);
  return [sum[0] / length, sum[1] / length, sum[2] / length];
}

/** The outer ring lies 40 % of the half circumference from the vertex, and begins 5 % of the whole one beside the front. */
const onRing = (step: number, side: -1 | 1) => pointAt(4 * tenth.ofHalf, side * (0.5 + step) * tenth.ofWhole);
const onMidline = (down: number, isBack: boolean) => pointAt(down, isBack ? 180 : 0);

const ring = { Fp: 0, F: 1, T: 2, P: 3, O: 4 } as const;

const scalp: Readonly<Record<(typeof scalpElectrodes)[number], Point>> = (() => {
  const side = (sign: -1 | 1, [fp, f, t, p, o]: readonly string[], [f2, c, p2]: readonly string[]) => {
    const [front, back] = [onRing(ring.F, sign), onRing(ring.P, sign)];
    return {
      [fp]: onRing(ring.Fp, sign),
      [f]: front,
      [t]: onRing(ring.T, sign),
      [p]: back,
      [o]: onRing(ring.O, sign),
      [f2]: between(front, onMidline(2 * tenth.ofHalf, false)),
      [c]: pointAt(2 * tenth.ofHalf, sign * 90),
      [p2]: between(back, onMidline(2 * tenth.ofHalf, true)),
    };
  };
  return {
    ...side(-1, ["Fp1", "F7", "T7", "P7", "O1"], ["F3", "C3", "P3"]),
    ...side(1, ["Fp2", "F8", "T8", "P8", "O2"], ["F4", "C4", "P4"]),
    Fz: onMidline(2 * tenth.ofHalf, false),
    Cz: onMidline(0, false),
    Pz: onMidline(2 * tenth.ofHalf, true),
  } as Record<(typeof scalpElectrodes)[number], Point>;
})();

/** Distances from the vertex stay true; the line through both ears and over the nose is the edge of the head. */
function flat([right, front, up]: Point): { x: number; y: number } {
  const down = Math.acos(Math.min(1, up)) / radians(90);
  const across = Math.hypot(right, front);
  return across === 0 ? { x: 0, y: 0 } : { x: (down * right) / across, y: (-down * front) / across };
}

const internal: readonly MapInput[] = scalpElectrodes.map((id) => ({
  id,
  ...flat(scalp[id]),
  group: "Internal",
  overflow: false,
}));

const inRows = (rows: readonly string[]): MapInput[] =>
  rows.flatMap((row, y) =>
    row.split(" ").map((id, x) => ({ id, x, y, group: "External" as const, overflow: id.length > 4 })),
  );

const external: Readonly<Record<Amplifier, readonly MapInput[]>> = {
  16: inRows(["AVG DIF1 DIF2 DIF3"]),
  40: inRows(["REF X1 X2 Y1 Y2 AVG DIFF1+ DIFF2+ DIFF3+ DIFF4+", "AUX1 AUX2 AUX3 AUX4 AUX5 AUX6 AUX7 AUX8 AUXREF"]),
};

/** Inputs of an amplifier: the scalp electrodes, then the external ones by row. */
export const electrodeMap = (amplifier: Amplifier): readonly MapInput[] => [...internal, ...external[amplifier]];

const all: ReadonlySet<string> = new Set(amplifiers.flatMap((each) => electrodeMap(each).map(({ id }) => id)));

/** What a channel may name: inputs of the maps; as its second also REF, and LAP, which copies of the Standard Laplacian have. */
export const isInput = (id: string): boolean => all.has(id);
export const isSecondInput = (id: string): boolean => all.has(id) || id === "LAP";

/** The amplifier whose map has all of these inputs; the smaller one where both have. */
export function amplifierFor(inputs: readonly string[]): Amplifier {
  const ofSmall = new Set(electrodeMap(16).map(({ id }) => id));
  // REF has a switch of its own beside the map.
  return inputs.some((id) => all.has(id) && !ofSmall.has(id) && id !== "REF") ? 40 : 16;
}

/**
 * Whether a recording lacks an input, by its mapping (electrode -> label). REF is what the others were recorded against; AVG is computed of two
 * scalp electrodes at least, unless a channel is called that (algorithms.md 2.1).
 */
export function lacksInput(mapping: Readonly<Record<string, string>>, id: string): boolean {
  if (id === "REF" || Object.hasOwn(mapping, id)) return false;
  return id !== "AVG" || scalpElectrodes.filter((electrode) => Object.hasOwn(mapping, electrode)).length < 2;
}
