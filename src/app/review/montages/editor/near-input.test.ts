import { expect, it } from "vitest";
import { amplifiers, electrodeMap } from "../../../../domain/montage/electrode-map.ts";
import { type Arrow, nextInput } from "./near-input.ts";

it.each([
  ["Cz", "ArrowUp", "Fz"],
  ["Cz", "ArrowLeft", "C3"],
  ["C4", "ArrowRight", "T8"],
  ["T8", "ArrowRight", "T8"],
  ["O1", "ArrowRight", "O2"],
  ["AVG", "ArrowRight", "DIF1"],
] as const)("goes from %s by %s to %s", (from, arrow, to) => expect(nextInput(electrodeMap(16), from, arrow)).toBe(to));

it.each(amplifiers)("reaches every input of the %s-input map", (amplifier) => {
  const inputs = electrodeMap(amplifier);
  const reached = new Set(["Cz"]);
  for (const id of reached)
    for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as Arrow[])
      reached.add(nextInput(inputs, id, arrow));
  expect(inputs.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
});
