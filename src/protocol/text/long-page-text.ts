/** Words of long pages of EEG, whose lines close to one wall of ink. */

/** "0.53 s", "54 s" */
const seconds = (ms: number): string => `${Number((ms / 1000).toPrecision(ms < 10_000 ? 2 : 3))} s`;

export const longPageText = {
  title: "Long pages",
  modes: { shaded: "Shaded by how often a level is reached", plain: "One color" },
  /** On the button of the bar. */
  short: { shaded: "Shaded", plain: "One color" },
  hint: (columnMs: number | null): string =>
    columnMs === null
      ? "Pale: all that is reached. The shades come with the exact columns."
      : `Of 16 columns of ${seconds(columnMs)} each, together ${seconds(16 * columnMs)}: dark is what at least 9 of 10 columns reach, ` +
        "medium what at least half of them reach. Pale are the smallest and largest values of each column.",
  plainHint: "From the smallest to the largest value of each column. Shaded, it is darker where more columns reach.",
  /** Of the plot, for who hears it. */
  label: "Shaded by how often a level is reached.",
} as const;
