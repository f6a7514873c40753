/** Colours of EEG images, as the windows' own (src/ui/styles/tokens.css), and the grey of flagged blocks. */
import type { PlotColours } from "../../picture/grid-view.ts";
import type { SideColours } from "../../picture/trace-rows.ts";
import type { TrendInks } from "../../picture/trends/trend-scene.ts";
import type { Rgba } from "../../render/types.ts";

export interface ImageColours {
  readonly plot: PlotColours;
  readonly sides: SideColours;
  readonly flagged: Rgba;
  readonly trends: TrendInks;
  /** Of titles, and of the labels of axes. */
  readonly ink: Rgba;
  readonly axis: Rgba;
}

const rgb = (hex: number): Rgba => [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255, 1];

const light: ImageColours = {
  plot: {
    ...{ background: rgb(0xffffff), second: rgb(0xd5dde5), fifthSecond: rgb(0xb4c0cb) },
    ...{ gap: rgb(0xc3ccd5), loading: rgb(0xeef2f6), failed: rgb(0xfdecea) },
  },
  sides: { left: rgb(0x1d4f9e), right: rgb(0xad241d), mid: rgb(0x22303c), aux: rgb(0x6b3fa0) },
  flagged: rgb(0x8793a0),
  trends: {
    ...{ left: rgb(0x1d4f9e), right: rgb(0xad241d), ink: rgb(0x1d2a36), faint: rgb(0x6b3fa0) },
    ...{ marked: rgb(0x855400), baseline: rgb(0x176a3a) },
  },
  ...{ ink: rgb(0x1d2a36), axis: rgb(0x5c6a78) },
};
const dark: ImageColours = {
  plot: {
    ...{ background: rgb(0x0b1015), second: rgb(0x212c37), fifthSecond: rgb(0x3a4957) },
    ...{ gap: rgb(0x2b3743), loading: rgb(0x141c24), failed: rgb(0x331613) },
  },
  sides: { left: rgb(0x7db0f7), right: rgb(0xf28b82), mid: rgb(0xc6d0d9), aux: rgb(0xc39be6) },
  flagged: rgb(0x6f7f8e),
  trends: {
    ...{ left: rgb(0x7db0f7), right: rgb(0xf28b82), ink: rgb(0xd0d9e1), faint: rgb(0xc39be6) },
    ...{ marked: rgb(0xe0ab52), baseline: rgb(0x79c595) },
  },
  ...{ ink: rgb(0xd0d9e1), axis: rgb(0x8a99a8) },
};

export const imageColours = { light, dark } as const;
