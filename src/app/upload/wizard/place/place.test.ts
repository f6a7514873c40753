// @vitest-environment happy-dom
import { ref } from "valtio";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { UploadSettings } from "../../../../protocol/uploads.ts";
import { wizard } from "../state.ts";
import { placeOf, typePatientId } from "./place.ts";

const server = vi.hoisted(() => ({ answer: { exist: false, patient_key: null as number | null } }));
vi.mock("../patient/patient-call.ts", () => ({ callPatiently: () => Promise.resolve(server.answer) }));

beforeEach(() => {
  vi.useFakeTimers();
  const settings = { patient_id_length: 4, patient_id_type: "NUMERIC" } as UploadSettings;
  const place = { id: 1, identifier: "NGMC", name: "Northgate" };
  Object.assign(wizard, { settings: ref(settings), site: placeOf(place), project: placeOf(place), isNewPatient: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const answerTo = async (id: string) => {
  typePatientId(id);
  await vi.runAllTimersAsync();
  return wizard.idAnswer;
};

it("calls a new patient's id available only where the server says that nobody has it (spec 000 section 4)", async () => {
  server.answer = { exist: false, patient_key: null };
  expect(await answerTo("1041")).toEqual({ is: "available" });
  server.answer = { exist: true, patient_key: 7 };
  expect(await answerTo("1042")).toEqual({ is: "exists", patientKey: 7 });
  // It is kept for an upload of somebody else's: there is no patient to select yet.
  server.answer = { exist: true, patient_key: null };
  expect(await answerTo("1043")).toEqual({ is: "exists", patientKey: null });
});
