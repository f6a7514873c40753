import type { LayoutGrid } from "../../../domain/layout.ts";

/** A grid as CSS has it: its rows and columns by their shares. */
export const cssOf = ({ cells, widths, heights }: LayoutGrid): string => {
  const share = (size: number) => `minmax(0, ${size}fr)`;
  return `${cells.map((row, k) => `"${row.join(" ")}" ${share(heights[k])}`).join(" ")} / ${widths.map(share).join(" ")}`;
};
