/** The traces beside the sign-in form: made by arithmetic, so that no picture needs to be loaded. */

export const panelWidth = 920;
export const panelHeight = 660;
const rows = 14;
const step = 2;
/** Rows drawn in the second colour, and places of the spikes as fractions of the width. */
const secondColour = { first: 4, last: 7 };
const spikes = [0.365, 0.865];

export interface PanelTrace {
  path: string;
  isSecond: boolean;
  /** Rows fade towards top and foot. */
  opacity: number;
}

/** Deterministic noise in [-1, 1): the same picture in every browser. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const bump = (x: number, at: number, width: number) => Math.exp(-(((x - at) / width) ** 2));

/** The traces from top to foot in a box of `panelWidth` x `panelHeight`. */
export function panelTraces(): PanelTrace[] {
  return Array.from({ length: rows }, (_, row) => {
    const random = noise(row * 7919 + 17);
    const isSecond = row >= secondColour.first && row <= secondColour.last;
    const middle = 58 + (row * (panelHeight - 90)) / (rows - 1);
    // Each row mixes a slow wave, a rhythm that swells and fades, and noise; the second colour adds sharp beats.
    const phase = random() * 6;
    const rhythm = row % 5 === 3 || row === 2 ? 4.5 : 1.2;
    const spike = [1, 0.7, 0, 0, 0.9, 0.6, 0, 0, 1, 0.5, 0, 0, 0.9, 0.7][row];
    let drift = 0;
    let path = "";
    for (let x = 0; x <= panelWidth; x += step) {
      drift = drift * 0.93 + random() * 1.3;
      let y =
        drift + 2.2 * Math.sin(x / 61 + phase) + rhythm * Math.sin(x / 1.75) * bump(x, 430 + 90 * Math.sin(row), 150);
      for (const at of spikes) y += 24 * spike * bump(x, at * panelWidth + (row % 3), 7);
      if (isSecond)
        for (let at = 92; at < panelWidth; at += 104)
          y += 17 * bump(x, at + row * 1.5, 3.2) - 8 * bump(x, at + 8 + row * 1.5, 5);
      path += `${path === "" ? "M" : "L"}${x} ${(middle - y).toFixed(1)}`;
    }
    const fromMiddle = Math.abs(row - (rows - 1) / 2) / ((rows - 1) / 2);
    return { path, isSecond, opacity: 0.66 - 0.58 * fromMiddle ** 1.4 };
  });
}
