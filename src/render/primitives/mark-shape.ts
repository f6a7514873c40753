/** The seven shapes of points, as polygons, and what they cover of pixels: exact areas. Pure, float64. */

/** Spec 2.15. */
export const markShapes = ["circle", "cross", "diamond", "square", "star", "triangle", "wye"] as const;
export type MarkShape = (typeof markShapes)[number];

export type Point = readonly [x: number, y: number];

const turned = ([x, y]: Point, angle: number): Point => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

/** Points on a circle, the first one on top, at radii that take turns. */
const ring = (count: number, ...radii: number[]): Point[] =>
  Array.from({ length: count }, (_, k) => turned([0, -radii[k % radii.length]], (2 * Math.PI * k) / count));

/** The outline of an arm that points down, from inner corner to inner corner; three of them make a wye. */
const arm = (reach: number): Point[] => [
  [0.5, 1 / Math.sqrt(12)],
  [0.5, reach],
  [-0.5, reach],
];

const outlines: Record<MarkShape, readonly Point[]> = {
  circle: ring(48, 1),
  cross: [
    ...[
      [-1, -3],
      [1, -3],
      [1, -1],
      [3, -1],
      [3, 1],
      [1, 1],
    ],
    ...[
      [1, 3],
      [-1, 3],
      [-1, 1],
      [-3, 1],
      [-3, -1],
      [-1, -1],
    ],
  ] as unknown as Point[],
  diamond: [
    [0, -Math.sqrt(3)],
    [1, 0],
    [0, Math.sqrt(3)],
    [-1, 0],
  ],
  square: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  star: ring(10, 1, Math.sin(Math.PI / 10) / Math.sin((7 * Math.PI) / 10)),
  triangle: ring(3, 1),
  wye: [0, 1, 2].flatMap((k) => arm(1 + 1 / Math.sqrt(12)).map((point) => turned(point, (2 * Math.PI * k) / 3))),
};

/** Area of a polygon whose points go round it. */
export const areaOf = (polygon: readonly Point[]): number =>
  Math.abs(
    polygon.reduce((sum, [x, y], k) => {
      const [nextX, nextY] = polygon[(k + 1) % polygon.length];
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;

/** The outline around 0, as large as a circle of such a diameter whatever the shape, so that all weigh the same. */
export function outlineOf(shape: MarkShape, size: number): Point[] {
  const scale = Math.sqrt((Math.PI * size ** 2) / 4 / areaOf(outlines[shape]));
  return outlines[shape].map(([x, y]) => [x * scale, y * scale]);
}

/** The part of a polygon on one side of a line across one of the axes. */
function cut(polygon: readonly Point[], axis: 0 | 1, at: number, side: 1 | -1): Point[] {
  const depth = (point: Point) => side * (point[axis] - at);
  const kept: Point[] = [];
  polygon.forEach((own, k) => {
    const next = polygon[(k + 1) % polygon.length];
    const here = depth(own);
    const there = depth(next);
    if (here >= 0) kept.push(own);
    if (here * there < 0) {
      const share = here / (here - there);
      kept.push([own[0] + (next[0] - own[0]) * share, own[1] + (next[1] - own[1]) * share]);
    }
  });
  return kept;
}

/** Area of the part of a polygon within pixel (x, y). */
export const areaWithin = (polygon: readonly Point[], x: number, y: number): number =>
  areaOf(within(within(polygon, 0, x), 1, y));

/** The same for all of `side` x `side` pixels, row by row, within which the polygon lies. */
export function areasWithin(polygon: readonly Point[], side: number): Float64Array {
  const areas = new Float64Array(side * side);
  for (let x = 0; x < side; x++) {
    let rest = within(polygon, 0, x);
    for (let y = 0; y < side && rest.length > 0; y++) {
      areas[y * side + x] = areaOf(cut(rest, 1, y + 1, -1));
      rest = cut(rest, 1, y + 1, 1);
    }
  }
  return areas;
}

/** The part of a polygon between a line across an axis and the next one. */
const within = (polygon: readonly Point[], axis: 0 | 1, at: number) => cut(cut(polygon, axis, at, 1), axis, at + 1, -1);
