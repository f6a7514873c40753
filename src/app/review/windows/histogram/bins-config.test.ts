import { expect, it } from "vitest";
import { binEdges, binsProblems, edgeText } from "./bins-config.ts";

const problems = (binMinimum: number, binMaximum: number, binSize: number) =>
  binsProblems({ binMinimum, binMaximum, binSize });

it("refuses bins by the specification's sentences (spec 001 section 5)", () => {
  expect(problems(10, 25, 5)).toEqual({});
  expect(problems(-10_000, 10_000, 10_000)).toEqual({});
  expect(problems(-10_001, 0, 5).binMinimum).toBe("Min bin value must be greater than -10000.");
  expect(problems(30, 25, 5)).toEqual({
    binMinimum: "Min bin value must be less than the bin maximum of 25.",
    binMaximum: "Max bin value must be greater than the bin minimum of 30.",
  });
  expect(problems(10, 10, 5).binMinimum).toBe("Min bin value must be less than the bin maximum of 10.");
  expect(problems(0, 10_001, 5).binMaximum).toBe("Max bin value must be less than 10000.");
  for (const size of [0, -1]) expect(problems(0, 10, size).binSize).toBe("Bin size must be greater than 0.");
  expect(problems(0, 10, 10_001).binSize).toBe("Bin size must be less than 10000.");
  expect(problems(0, 10_000, 0.1).binSize).toContain("cannot be drawn");
});

it("closes the last bin at the highest value", () => {
  expect(binEdges({ binMinimum: 10, binMaximum: 25, binSize: 5 })).toEqual([10, 15, 20, 25]);
  expect(binEdges({ binMinimum: 0, binMaximum: 10, binSize: 4 })).toEqual([0, 4, 8, 10]);
});

it("writes borders with the decimals that were set", () => {
  const written = (binMinimum: number, binMaximum: number, binSize: number) => {
    const config = { binMinimum, binMaximum, binSize };
    return binEdges(config).map((edge) => edgeText(edge, config));
  };
  expect(written(10, 10.5, 0.125)).toEqual(["10", "10.125", "10.25", "10.375", "10.5"]);
  expect(written(0, 0.4, 0.1)).toEqual(["0", "0.1", "0.2", "0.3", "0.4"]);
  expect(written(-100, 100, 100)).toEqual(["\u2212100", "0", "100"]);
  expect(written(0, 1, 1 / 3)).toEqual(["0", "0.333", "0.667", "1"]);
});
