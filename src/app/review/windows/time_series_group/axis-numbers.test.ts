import { describe, expect, it } from "vitest";
import { axisNumbers, lettersBeside } from "./axis-numbers.ts";

describe("numbers of an axis", () => {
  const numbersOf = (min: number, max: number, height: number, { above = 0, letters = 5 } = {}) =>
    axisNumbers(
      { min, max },
      { height, above, letters },
      (value) => 2 + ((max - value) / (max - min)) * Math.max(0, height - 4),
    );
  const read = (...of: Parameters<typeof numbersOf>) => numbersOf(...of).map(({ label }) => label);

  it("are round, and none lies over another", () => {
    expect(read(0, 100, 110)).toEqual(["0", "50", "100"]);
    // 60 and 80 would stand 7 px apart.
    expect(read(52, 118, 24)).toEqual(["60", "100"]);
    expect(read(0, 1, 4)).toHaveLength(1);
  });

  it("are two in a low graph, also where only one round value has room", () => {
    // A temperature of three steps: 37.40 stood there alone.
    expect(read(37.3898, 37.4102, 27)).toEqual(["37.39", "37.41"]);
    expect(read(119.71, 120.29, 27)).toEqual(["119.8", "120.2"]);
    // No two round ones: values near the ends of the range, at their true places.
    expect(read(96.4, 103.6, 20)).toEqual(["97", "103"]);
    expect(read(-4.96, 4.96, 20)).toEqual(["\u22124", "4"]);
  });

  it("tell the scale of every row that is 28 px high or more, and of a body of 12 px under its head", () => {
    for (let k = 0; k < 400; k++) {
      const min = ((k * 7919) % 2000) / 10 - 50;
      const max = min + 10 ** ((k % 40) / 10 - 1);
      for (const [height, above] of [
        [27, 0],
        [20, 0],
        [12, 15],
        [16, 15],
      ]) {
        const numbers = numbersOf(min, max, height, { above, letters: 6 });
        expect(numbers.length, `${min} to ${max} in ${height}`).toBeGreaterThan(1);
        numbers.forEach(({ value, label, middle }, n) => {
          expect(value).toBeGreaterThanOrEqual(min - 1e-9);
          expect(value).toBeLessThanOrEqual(max + 1e-9);
          expect(Number(label.replace("\u2212", "-"))).toBeCloseTo(value, 9);
          expect(Math.abs(middle - (2 + ((max - value) / (max - min)) * (height - 4)))).toBeLessThanOrEqual(6);
          if (n > 0) expect(numbers[n - 1].middle - middle).toBeGreaterThanOrEqual(10 - 1e-9);
        });
      }
    }
  });

  it("reach no name beside them", () => {
    expect(read(1019.973, 1020.041, 27)).toHaveLength(1);
    expect(lettersBeside("")).toBeGreaterThan(lettersBeside("Temp"));
    expect(lettersBeside("Temp")).toBe(6);
    expect(lettersBeside("Resp oro-nasal")).toBe(5);
  });
});
