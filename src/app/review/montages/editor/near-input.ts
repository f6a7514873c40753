/** Which input of an electrode map lies beside another one, for arrow keys. */
import type { MapInput } from "../../../../domain/montage/electrode-map.ts";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const steps: Readonly<Record<Arrow, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isArrow = (key: string): key is Arrow => key in steps;

/** External inputs as far under the head as they are drawn, about; radii of the head. */
function placesOf(inputs: readonly MapInput[]): ReadonlyMap<MapInput, readonly [number, number]> {
  const rows = new Map<number, number>();
  for (const { group, y } of inputs) if (group === "External") rows.set(y, (rows.get(y) ?? 0) + 1);
  return new Map(
    inputs.map((input) => {
      const { x, y, group } = input;
      return [
        input,
        group === "Internal" ? [x, y] : [(x - ((rows.get(y) ?? 1) - 1) / 2) * 0.2, 1.2 + y * 0.2],
      ] as const;
    }),
  );
}

/** The nearest one that way, one that is straight ahead before one that is aside; the same where there is none. */
export function nextInput(inputs: readonly MapInput[], id: string, arrow: Arrow): string {
  const places = placesOf(inputs);
  const from = inputs.find((input) => input.id === id);
  const [x, y] = (from && places.get(from)) ?? [0, 0];
  const [dx, dy] = steps[arrow];
  let best: { id: string; cost: number } | null = null;
  for (const [input, [otherX, otherY]] of places) {
    const ahead = (otherX - x) * dx + (otherY - y) * dy;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (ahead < 0.05 || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (best === null || cost < best.cost) best = { id: input.id, cost };
  }
  return best?.id ?? id;
}
