import { SSF } from "@e965/xlsx";
import { expect, it } from "vitest";
import { unitShown } from "./shown-unit.ts";

const show = (format: string, value: number) => SSF.format(format, value);

it.each([
  ['0 "mg/h"', 5, 5, "mg/h"],
  ['0.0\\ "mL"', 5.26, 5.26, "mL"],
  ['#,##0.00" \u00b5g/kg/min"', 1234.5, 1234.5, "\u00b5g/kg/min"],
  ['0" mg";-0" mg"', -3, -3, "mg"],
  ["0\\ \\m\\g", 7, 7, "mg"],
  ['General" IU"', 12_500, 12_500, "IU"],
  ['[<1000]0" mg";0" mg"', 12, 12, "mg"],
  ['"mg "0', 7, 7, "mg"],
  ['"mL/h "#,##0.0', -1250.5, -1250.5, "mL/h"],
  ["0%", 0.05, 5, "%"],
  ["0.0%", 0.1234, 12.34, "%"],
] as const)("%s shows %d as %d %s", (format, value, own, unit) => {
  expect(unitShown(value, format, show)).toEqual({ value: own, unit });
});

it.each([
  ["General", 5],
  ["#,##0.00", 5],
  ["0.0E+00", 50_000],
  ["# ?/?", 0.5],
  ["[Red]0", 5],
  ["_(* #,##0.00_)", 5],
  ['0.0,"k"', 5000],
  ['"No. "0', 5],
  ['"mg 2"', 5],
  ['"max "0', 5],
  ['"mg "0" a day"', 5],
  ['#,##0.00 "$"', 5],
] as const)("%s leaves the number %d alone", (format, value) => expect(unitShown(value, format, show)).toBeNull());
