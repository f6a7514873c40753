/** What a point covers: the area of its shape within the pixel, where the point lies to a quarter of a pixel. */
import type { Definition } from "../pass.ts";
import { areaWithin, outlineOf } from "../primitives/mark-shape.ts";
import { type MarksLayer, placesPerPixel } from "./marks.ts";

export const defineMarks: Definition<MarksLayer> = ({ marks }, blend) => {
  for (const { shape, size, colour, x, y } of marks)
    for (let k = 0; k < x.length; k++) {
      if (!Number.isFinite(x[k]) || !Number.isFinite(y[k])) continue;
      const [atX, atY] = [x[k], y[k]].map((place) => Math.round(place * placesPerPixel) / placesPerPixel);
      const polygon = outlineOf(shape, size).map(([dx, dy]) => [atX + dx, atY + dy] as const);
      const [left, right] = [Math.min(...polygon.map(([px]) => px)), Math.max(...polygon.map(([px]) => px))];
      const [top, bottom] = [Math.min(...polygon.map(([, py]) => py)), Math.max(...polygon.map(([, py]) => py))];
      for (let py = Math.floor(top); py < bottom; py++)
        for (let px = Math.floor(left); px < right; px++) blend(px, py, colour, areaWithin(polygon, px, py));
    }
};
