/** What a pixel shows of a grid of cells: the mean of their colours, each by the area within the pixel. */
import type { Definition } from "../pass.ts";
import type { CellsLayer } from "./cells.ts";

const overlap = (from: number, to: number, at: number) => Math.max(0, Math.min(to, at + 1) - Math.max(from, at));

export const defineCells: Definition<CellsLayer> = ({ clip, grids }, blend) => {
  for (const { columns, rows, data, x0, y0, x1, y1 } of grids) {
    const edgeX = (column: number) => x0 + ((x1 - x0) * column) / columns;
    const edgeY = (row: number) => y0 + ((y1 - y0) * row) / rows;
    const range = (at: number, from: number, to: number, cells: number) => {
      const cellAt = (x: number) => Math.floor(((x - from) / (to - from)) * cells);
      return [Math.max(0, cellAt(at) - 1), Math.min(cells - 1, cellAt(at + 1) + 1)];
    };
    for (let y = 0; y < clip.height; y++)
      for (let x = 0; x < clip.width; x++) {
        const sum = [0, 0, 0, 0];
        const [left, right] = range(x, x0, x1, columns);
        const [top, bottom] = range(y, y0, y1, rows);
        for (let row = top; row <= bottom; row++)
          for (let column = left; column <= right; column++) {
            const area = overlap(edgeX(column), edgeX(column + 1), x) * overlap(edgeY(row), edgeY(row + 1), y);
            const cell = 4 * (row * columns + column);
            const alpha = (data[cell + 3] / 255) * area;
            for (let part = 0; part < 3; part++) sum[part] += (data[cell + part] / 255) * alpha;
            sum[3] += alpha;
          }
        if (sum[3] > 0) blend(x, y, [sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3], 1], sum[3]);
      }
  }
};
