import { expect, it } from "vitest";
import { patientTitle } from "./patient-title.ts";

const title = (id: string, site: string) => patientTitle((i, s) => `Patient ${i} at ${s}`, id, site);

it("is whole up to 75 characters (spec 000 section 2)", () => {
  expect(title("1042", "Northgate Medical Center")).toBe("Patient 1042 at Northgate Medical Center");
  const site = "S".repeat(75 - "Patient  at ".length - 20);
  expect(title("I".repeat(20), site)).toBe(`Patient ${"I".repeat(20)} at ${site}`);
});

it("cuts the patient to 15 and the site to 40 characters beyond", () => {
  const [id, site] = ["I".repeat(30), "S".repeat(60)];
  expect(title(id, site)).toBe(`Patient ${"I".repeat(14)}… at ${"S".repeat(39)}…`);
  expect(title("1042", "S".repeat(70))).toBe(`Patient 1042 at ${"S".repeat(39)}…`);
  expect(title("😀".repeat(80), "Here")).toBe(`Patient ${"😀".repeat(14)}… at Here`);
});
