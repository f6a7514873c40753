/** The Standard montages (algorithms.md 2.2) and the Laplacian neighbours (2.3). Read-only for every user. */

/** A channel is first - second; "REF", "AVG" and "LAP" are virtual seconds (algorithms.md 2.1). */
export interface MontageChannel {
  readonly first: string;
  readonly second: string;
  readonly alias?: string;
}

/**
 * Where a montage comes from: the table here, people (domain/montage/own-montage.ts), the recording itself, or the link that is
 * shown, whose sender's montage the reader may not have.
 */
export type MontageSection = "Standard" | "Personal" | "Shared" | "Recording" | "Link";

export interface Montage {
  readonly id: number;
  readonly name: string;
  readonly type: MontageSection;
  /** Electrode chains from the top of the screen down; half a row of space is left between two of them. */
  readonly chains: readonly (readonly MontageChannel[])[];
  /** Signal group the montage belongs to; absent when it applies to any EEG group. */
  readonly modality?: string;
}

/** Default montage of the EEG window and of the SD window (spec 001 section 4, "Montage selection"). */
export const defaultMontageId = { eeg: 1, sd: 6 } as const;

const pairs = (chain: string): MontageChannel[] =>
  chain.split(" ").map((pair) => {
    const [first, second] = pair.split("-");
    return { first, second };
  });
const against = (second: string, chains: readonly string[]): MontageChannel[][] =>
  chains.map((chain) => chain.split(" ").map((first) => ({ first, second })));

/** The 19 electrodes left to right, as the referential montages list them. */
const leftToRight = ["F7 T7 P7", "Fp1 F3 C3 P3 O1", "Fz Cz Pz", "Fp2 F4 C4 P4 O2", "F8 T8 P8"];

const standard = (id: number, name: string, chains: MontageChannel[][]): Montage => ({
  id,
  name,
  type: "Standard",
  chains,
});

export const standardMontages: readonly Montage[] = [
  standard(
    1,
    "Longitudinal bipolar (double banana)",
    [
      "Fp1-F7 F7-T7 T7-P7 P7-O1",
      "Fp2-F8 F8-T8 T8-P8 P8-O2",
      "Fp1-F3 F3-C3 C3-P3 P3-O1",
      "Fp2-F4 F4-C4 C4-P4 P4-O2",
      "Fz-Cz Cz-Pz",
    ].map(pairs),
  ),
  standard(
    2,
    "Transverse bipolar",
    [
      "F7-Fp1 Fp1-Fp2 Fp2-F8",
      "F7-F3 F3-Fz Fz-F4 F4-F8",
      "T7-C3 C3-Cz Cz-C4 C4-T8",
      "P7-P3 P3-Pz Pz-P4 P4-P8",
      "P7-O1 O1-O2 O2-P8",
    ].map(pairs),
  ),
  standard(3, "Referential (as recorded)", against("REF", leftToRight)),
  standard(4, "Average reference", against("AVG", leftToRight)),
  standard(5, "Cz reference", against("Cz", leftToRight.with(2, "Fz Pz"))),
  standard(
    6,
    "SD longitudinal",
    [
      "Fp1-F7 F7-T7 T7-P7 P7-O1",
      "Fp1-F3 F3-C3 C3-P3 P3-O1",
      "Fz-Cz Cz-Pz",
      "Fp2-F4 F4-C4 C4-P4 P4-O2",
      "Fp2-F8 F8-T8 T8-P8 P8-O2",
    ].map(pairs),
  ),
  standard(7, "Laplacian", against("LAP", leftToRight)),
  standard(8, "Circumferential", [pairs("O1-P7 P7-T7 T7-F7 F7-Fp1 Fp1-Fp2 Fp2-F8 F8-T8 T8-P8 P8-O2 O2-O1")]),
  standard(9, "Reduced ICU", ["Fp1-T7 T7-O1", "Fp1-C3 C3-O1", "Fp2-C4 C4-O2", "Fp2-T8 T8-O2"].map(pairs)),
];

const neighbourList =
  "Fp1: F3 F7 Fp2; Fp2: F4 F8 Fp1; F7: Fp1 F3 T7; F8: Fp2 F4 T8; F3: Fp1 F7 C3 Fz; F4: Fp2 F8 C4 Fz; Fz: F3 F4 Cz; " +
  "T7: F7 C3 P7; T8: F8 C4 P8; C3: F3 T7 P3 Cz; C4: F4 T8 P4 Cz; Cz: Fz C3 C4 Pz; Pz: P3 P4 Cz; P3: C3 P7 O1 Pz; " +
  "P4: C4 P8 O2 Pz; P7: T7 P3 O1; P8: T8 P4 O2; O1: P3 P7 O2; O2: P4 P8 O1";

/** Electrode -> the nearest 10-20 sites whose mean LAP subtracts (algorithms.md 2.3). */
export const laplacianNeighbours: ReadonlyMap<string, readonly string[]> = new Map(
  neighbourList.split("; ").map((entry) => {
    const [centre, others] = entry.split(": ");
    return [centre, others.split(" ")] as const;
  }),
);
