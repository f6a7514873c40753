/**
 * The colours of trend images: one table for all of them, so that a column has the same colours in every page. Plain colours are exact, and of what shades into
 * another one there are as many steps as 256 allow.
 */
import { panelRows } from "../../picture/trends/panel.ts";
import { fadesInto } from "../../picture/trends/row-pictures.ts";
import { type DrawnSpectrum, spectrumTable } from "../../render/primitives/colour-map.ts";
import type { Rgba } from "../../render/types.ts";
import { imageColours } from "./colours.ts";
import { bytesOf } from "./draw-frame.ts";

type Colour = readonly [red: number, green: number, blue: number];

const mostColours = 256;
/** Steps of each spectrum that rows have. */
const steps: Readonly<Record<keyof typeof imageColours, Partial<Record<DrawnSpectrum, number>>>> = {
  light: { Inferno: 52, "Red-Blue": 44 },
  dark: { Inferno: 52, "Red-Blue on dark": 44 },
};
const fadingSteps = { spectrum: 10, ink: 16 } as const;
/** Of red, green and blue: for cells that are thinner than a pixel, whose mean lies beside their spectrum. */
const mixed = { red: 4, green: 5, blue: 5 } as const;
/** Of a line over the ground: of its edge, and of the band of 0.3. */
const shares = [0.15, 0.3, 0.5, 0.75] as const;

const made = new Map<keyof typeof imageColours, readonly Colour[]>();

export function trendPalette(theme: keyof typeof imageColours): readonly Colour[] {
  const known = made.get(theme);
  if (known !== undefined) return known;
  const { plot, trends } = imageColours[theme];
  const ground = bytesOf(plot.background);
  const over = (colour: Colour, share: number): Colour => {
    const [red, green, blue] = colour.map((part, k) => Math.round(ground[k] + (part - ground[k]) * share));
    return [red, green, blue];
  };
  const { marked, baseline, ...lines } = trends;
  const plain: Rgba[] = [
    plot.background,
    plot.second,
    plot.fifthSecond,
    plot.gap,
    marked,
    baseline,
    ...Object.values(lines),
  ];
  const fading = panelRows.flatMap(({ look }) =>
    look.kind === "cells" && look.fading !== undefined
      ? [{ colour: fadesInto(look, trends.ink), count: fadingSteps[look.fading] }]
      : [],
  );
  const all: Colour[] = [
    ...plain.map(bytesOf),
    ...Object.values(lines).flatMap((ink) => shares.map((share) => over(bytesOf(ink), share))),
    ...fading.flatMap(({ colour, count }) => evenly(count).map((share) => over(colour, share))),
    ...Object.entries(steps[theme]).flatMap(([spectrum, count]) => {
      const table = spectrumTable(spectrum as DrawnSpectrum);
      return evenly(count).map((share): Colour => {
        const at = 4 * Math.round(share * 255);
        return [table[at], table[at + 1], table[at + 2]];
      });
    }),
  ];
  for (const red of evenly(mixed.red))
    for (const green of evenly(mixed.green))
      for (const blue of evenly(mixed.blue))
        all.push([red, green, blue].map((part) => Math.round(255 * part)) as never);
  const palette = [...new Map(all.map((colour) => [colour.join(), colour])).values()];
  if (palette.length > mostColours) throw new RangeError("A GIF has no more than 256 colours.");
  made.set(theme, palette);
  return palette;
}

const evenly = (count: number): number[] => Array.from({ length: count }, (_, k) => k / (count - 1));
