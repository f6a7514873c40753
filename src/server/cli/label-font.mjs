// Writes build/label-font.json: outlines of our typeface for the labels of EEG images. Node has no fonts, and what is drawn must look as the screen does.
// Plain JavaScript because it runs before anything is built.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSync } from "fontkit";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const file = `${root}node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`;
const curveSteps = 6;
const characters = [
  ...Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)),
  ...Array.from({ length: 96 }, (_, k) => String.fromCharCode(160 + k)),
  "\u2013",
  "\u2026",
  "\u2212",
];

// The default instance: fontkit makes no other of a WOFF2 file.
const font = openSync(file);

/** Closed lines in font units, y up: [x, y, x, y ..]. */
function outlineOf(glyph) {
  const lines = [];
  let line = [];
  const point = (x, y) => line.push(Math.round(x), Math.round(y));
  const last = () => line.slice(-2);
  for (const { command, args } of glyph.path.commands) {
    if (command === "moveTo") {
      line = [];
      lines.push(line);
      point(...args);
    } else if (command === "lineTo") point(...args);
    else if (command === "quadraticCurveTo" || command === "bezierCurveTo") {
      const [x0, y0] = last();
      for (let k = 1; k <= curveSteps; k++) {
        const t = k / curveSteps;
        const u = 1 - t;
        if (args.length === 4) {
          const [x1, y1, x2, y2] = args;
          point(u * u * x0 + 2 * u * t * x1 + t * t * x2, u * u * y0 + 2 * u * t * y1 + t * t * y2);
        } else {
          const [x1, y1, x2, y2, x3, y3] = args;
          const [a, b, c, d] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
          point(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
        }
      }
    }
  }
  return lines.filter((each) => each.length >= 6);
}

const glyphs = Object.fromEntries(
  characters.flatMap((character) => {
    const [glyph] = font.glyphsForString(character);
    return glyph === undefined || glyph.id === 0
      ? []
      : [[character, { advance: Math.round(glyph.advanceWidth), lines: outlineOf(glyph) }]];
  }),
);
mkdirSync(`${root}build`, { recursive: true });
writeFileSync(
  `${root}build/label-font.json`,
  JSON.stringify({ unitsPerEm: font.unitsPerEm, capHeight: font.capHeight, glyphs }),
);
