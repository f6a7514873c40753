/** How alike two pictures are. */

export interface Difference {
  /** Largest difference of a colour component, 0..255. */
  most: number;
  /** Share of pixels with a component that differs by more than 4. */
  share: number;
  /** Where the largest difference is. */
  at: { x: number; y: number };
}

/** Pictures of the same width as RGBA rows. Throws when their sizes differ. */
export function compare(a: ArrayLike<number>, b: ArrayLike<number>, width: number): Difference {
  if (a.length !== b.length) throw new Error(`Pictures of ${a.length} and ${b.length} bytes`);
  let most = 0;
  let beyond = 0;
  let pixel = 0;
  for (let i = 0; i < a.length; i += 4) {
    let worst = 0;
    for (let part = 0; part < 4; part++) worst = Math.max(worst, Math.abs(a[i + part] - b[i + part]));
    if (worst > 4) beyond++;
    if (worst > most) {
      most = worst;
      pixel = i / 4;
    }
  }
  return { most, share: beyond / (a.length / 4), at: { x: pixel % width, y: Math.floor(pixel / width) } };
}

/** What is demanded of a back end beside the definitions: at most 4 on 99.9 % of the pixels, at most 24 on the others. */
export const isAlike = ({ most, share }: Difference): boolean => most <= 24 && share <= 0.001;
