/** Colours of the tokens, as the renderers want them. */
import type { Rgba } from "./types.ts";

const hexDigits = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A number or a percentage; percentages are of `whole`. NaN when it is neither. */
function amount(text: string, whole: number): number {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%?)$/i.exec(text);
  if (match === null) return Number.NaN;
  return match[2] === "%" ? (Number(match[1]) / 100) * whole : Number(match[1]);
}

const clamp01 = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(r g b / a)`, `rgb(r, g, b, a)` and `color(srgb r g b / a)`, the forms
 * in the tokens and in computed styles (mixed colours). Components are 0..1, not premultiplied; undefined when the text is none of these.
 */
export function parseColour(text: string): Rgba | undefined {
  const value = text.trim();
  if (hexDigits.test(value)) {
    const digits = value.length <= 5 ? [...value.slice(1)].map((digit) => digit + digit).join("") : value.slice(1);
    const byte = (index: number) => Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16) / 255;
    return [byte(0), byte(1), byte(2), digits.length === 8 ? byte(3) : 1];
  }
  const mixed = /^color\(srgb ([^()]*)\)$/i.exec(value);
  if (mixed !== null) return colourOf(mixed[1], 1);
  const call = /^rgba?\(([^()]*)\)$/i.exec(value);
  if (call === null) return undefined;
  return colourOf(call[1], 255);
}

/** Three components up to `whole`, and an alpha up to 1. */
function colourOf(text: string, whole: number): Rgba | undefined {
  const parts = text.split(/[\s,/]+/).filter((part) => part !== "");
  if (parts.length !== 3 && parts.length !== 4) return undefined;
  const colour: Rgba = [
    clamp01(amount(parts[0], whole) / whole),
    clamp01(amount(parts[1], whole) / whole),
    clamp01(amount(parts[2], whole) / whole),
    parts.length === 4 ? clamp01(amount(parts[3], 1)) : 1,
  ];
  return colour.some(Number.isNaN) ? undefined : colour;
}

/**
 * Value of a custom property such as `--plot-bg` at `element`. Throws when the token is missing or is no colour: that is a
 * mistake in the style sheet, never a matter of data.
 */
export function tokenColour(element: Element, name: string): Rgba {
  const text = getComputedStyle(element).getPropertyValue(name);
  const colour = parseColour(text);
  if (colour === undefined) throw new Error(`The token ${name} is no colour: "${text.trim()}"`);
  return colour;
}

/** The same colour with its alpha multiplied. */
export const withAlpha = ([r, g, b, a]: Rgba, factor: number): Rgba => [r, g, b, a * factor];
