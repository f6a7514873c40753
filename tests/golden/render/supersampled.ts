/** An independent drawing of a trace: 16 x 16 points a pixel, each covered or not by the true line through the samples. */

export interface TrueLine {
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  readonly lineWidth: number;
  /** x and y of the samples in pixels, ascending along x. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Coverage 0..1 of every pixel: the share of its points that lie within half a line width of the line. */
export function supersampled({ width, height, lineWidth, points }: TrueLine, fine = 16): Float64Array {
  const isCovered = new Uint8Array(width * fine * height * fine);
  const half = lineWidth / 2;
  const stride = width * fine;
  const toFirst = (v: number) => Math.max(0, Math.ceil(v * fine - 0.5));
  const toLast = (v: number, most: number) => Math.min(most * fine - 1, Math.floor(v * fine - 0.5));
  for (let i = 0; i + 1 < points.length; i++) {
    const [[x0, y0], [x1, y1]] = [points[i], points[i + 1]];
    const [dx, dy] = [x1 - x0, y1 - y0];
    const square = dx * dx + dy * dy;
    for (let v = toFirst(Math.min(y0, y1) - half); v <= toLast(Math.max(y0, y1) + half, height); v++)
      for (let u = toFirst(x0 - half); u <= toLast(x1 + half, width); u++) {
        const [x, y] = [(u + 0.5) / fine - x0, (v + 0.5) / fine - y0];
        const along = Math.min(1, Math.max(0, (x * dx + y * dy) / square));
        if ((x - along * dx) ** 2 + (y - along * dy) ** 2 <= half * half) isCovered[v * stride + u] = 1;
      }
  }
  const coverage = new Float64Array(width * height);
  for (let v = 0; v < height * fine; v++)
    for (let u = 0; u < stride; u++)
      coverage[Math.floor(v / fine) * width + Math.floor(u / fine)] += isCovered[v * stride + u] / fine ** 2;
  return coverage;
}
