/** Colours of traces as they are drawn: as people chose them, lifted on dark (look.md, Signals). */
import { parseColour, tokenColour } from "../../../render/index.ts";
import type { Rgba } from "../../../render/types.ts";
import { currentTheme, type Theme } from "../../../ui/theme.ts";

/** The default of new traces, drawn in ink on dark. */
const black = "#000000";
/** Share of white that is mixed in on dark, in oklab. */
const lift = 0.28;

/** The colour of a chosen "#rrggbb" in a theme. `ink`: the plot's own. */
export function strokeColour(chosen: string, theme: Theme, ink: Rgba): Rgba {
  const colour = parseColour(chosen) ?? ink;
  if (theme === "light") return colour;
  if (chosen === black) return ink;
  const [l, a, b] = toOklab(colour);
  return fromOklab([l + (1 - l) * lift, a * (1 - lift), b * (1 - lift)]);
}

/** The same for an element beside the plot. */
export const swatchColour = (chosen: string, theme: Theme): string =>
  theme === "dark" && chosen === black ? "var(--plot-ink)" : cssColour(strokeColour(chosen, theme, [0, 0, 0, 1]));

/** Of a line or mark of an annotation, on `element`, whose tokens are those of the page. */
export const markColour = (chosen: string, element: Element): string =>
  currentTheme() === "light"
    ? chosen
    : cssColour(strokeColour(chosen.toLowerCase(), "dark", tokenColour(element, "--plot-ink")));

export const cssColour = ([r, g, b, a]: Rgba): string =>
  `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(" ")} / ${a})`;

type Lab = readonly [l: number, a: number, b: number];

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const encoded = (part: number) => {
  const clear = Math.min(1, Math.max(0, part));
  return clear <= 0.0031308 ? clear * 12.92 : 1.055 * clear ** (1 / 2.4) - 0.055;
};

/** Ottosson's oklab, of sRGB. */
function toOklab([red, green, blue]: Rgba): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([light, a, b]: Lab): Rgba {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    1,
  ];
}
