import { expect, it } from "vitest";
import { fieldText, microVoltsPer, newTextNotes } from "./text.ts";

it("voltages in every spelling, and what is none", () => {
  for (const unit of ["uV", "UV", "\u00b5V", "\u03bcV", "\u00e6V", "u V"]) expect(microVoltsPer(unit)).toBe(1);
  for (const unit of ["uVolt", "uVolts", "\u00b5Volt", "microV", "MicroVolt", "MICROVOL", "microvolts"])
    expect(microVoltsPer(unit), unit).toBe(1);
  expect(["nVolt", "mVolt", "millivol", "millivolts", "Volt", "volts"].map(microVoltsPer)).toEqual([
    1e-3, 1e3, 1e3, 1e3, 1e6, 1e6,
  ]);
  expect(["nV", "mV", "MV", "V", "v"].map(microVoltsPer)).toEqual([1e-3, 1e3, 1e3, 1e6, 1e6]);
  const others = ["", "mmHg", "%", "V/s", "uV^2", "uVrms", "kVolt", "Vol", "microVs", "pV", "voltage", "constructor"];
  for (const unit of others) expect(microVoltsPer(unit)).toBeNull();
  const bytes = ["b5", "c2b5", "cebc", "e6", "83ca", "a6cc", "a5ec", "a367", "ec", "c382c2b5"];
  for (const mu of bytes) expect(microVoltsPer(fieldText(Buffer.from(`${mu}56`, "hex"), newTextNotes())), mu).toBe(1);
});
