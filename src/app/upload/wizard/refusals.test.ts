import { beforeEach, describe, expect, it } from "vitest";
import type { UploadSettings } from "../../../protocol/uploads.ts";
import type { Candidate } from "../choose/index.ts";
import { refusalOf } from "./refusals.ts";
import { emptyWizard, type SelectedRow, type WizardState, wizard } from "./state.ts";

const settings: UploadSettings = {
  patient_id_length: 4,
  patient_id_type: "NUMERIC",
  has_cns: true,
  has_natus: true,
  has_medications: true,
  has_edf: true,
  has_form: false,
  has_phi_warning: true,
  has_encryption: false,
  part_size: 16 * 1024 * 1024,
  projects: [],
  sites: [],
};
const finding = { kind: "name", field: "Patient name", shown: "Doe", file: "night.edf" } as const;
const candidate = (findings: Candidate["findings"]): Candidate => ({
  kind: "edf",
  chosenName: "night.edf",
  size: 1,
  fileCount: 1,
  error: null,
  warnings: [],
  facts: { startMs: null, endMs: null, timezone: null, isWallTime: false },
  findings,
  source: () => {
    throw new Error("not asked for");
  },
});
const row = (part: Partial<SelectedRow> = {}): SelectedRow => ({
  id: 1,
  kind: "edf",
  chosenName: "night.edf",
  phase: "ready",
  progress: 1,
  error: null,
  isUnchecked: false,
  size: 1,
  fileCount: 1,
  candidate: candidate([]),
  source: null,
  isCleaned: false,
  ...part,
});
const state = (part: Partial<WizardState>): WizardState => ({ ...wizard, ...part });
const refusal = (part: Partial<WizardState>, form: string | null = null, own = settings) =>
  refusalOf(state(part), own, form);
const data = (...rows: SelectedRow[]): Partial<WizardState> => ({
  step: "data",
  selected: { cns: [], natus: [], medications: [], edf: rows },
});
const place = { id: "DEMO", name: "Demonstration", primaryKey: 1 };

beforeEach(emptyWizard);

describe("Next (spec 000 sections 4 and 5)", () => {
  it("waits on the terms for both acknowledgements", () => {
    expect(refusal({ step: "terms" })?.isBlocking).toBe(true);
    expect(refusal({ step: "terms", isTermsChecked: true })).not.toBeNull();
    expect(refusal({ step: "terms", isTermsChecked: true, isRemovePhiChecked: true })).toBeNull();
  });

  it("needs site and project", () => {
    expect(refusal({ step: "place", site: place })).not.toBeNull();
    expect(refusal({ step: "place", project: place })).not.toBeNull();
    expect(refusal({ step: "place", site: place, project: place })).toBeNull();
  });

  it("needs an existing patient that is selected, or a new id that is available", () => {
    const existing = { step: "patient", isExistingPatient: true } as const;
    expect(refusal(existing)?.isBlocking).toBe(true);
    expect(refusal({ ...existing, patientPrimaryKey: 3 })).toBeNull();
    const isNew = { step: "patient", isNewPatient: true } as const;
    expect(refusal({ ...isNew, patientId: "123", idAnswer: { is: "available" } })).not.toBeNull();
    expect(refusal({ ...isNew, patientId: "1234", idAnswer: { is: "checking" } })?.text).toBe(
      "The Patient ID is being checked.",
    );
    expect(refusal({ ...isNew, patientId: "1234", idAnswer: { is: "exists", patientKey: 3 } })).not.toBeNull();
    expect(refusal({ ...isNew, patientId: "1234", idAnswer: { is: "failed", reason: "" } })).not.toBeNull();
    expect(refusal({ ...isNew, patientId: "1234", idAnswer: { is: "available" } })).toBeNull();
  });

  it("needs data that was looked at, without what is refused and without identifying fields", () => {
    expect(refusal(data())).toEqual({ text: "Select data to upload.", isBlocking: true });
    expect(refusal(data(row({ phase: "inspecting" })))?.isBlocking).toBe(true);
    const wrong = row({ phase: "refused", chosenName: "locked.edf" });
    expect(refusal(data(row(), wrong))).toMatchObject({
      isBlocking: false,
      isToldAtOnce: true,
      text: '"locked.edf" cannot be uploaded. Remove it to go on.',
    });
    expect(refusal(data(wrong, row({ phase: "refused" })))?.text).toBe(
      '"locked.edf" and 1 other cannot be uploaded. Remove them to go on.',
    );
    const found = { candidate: candidate([finding]) };
    expect(refusal(data(row(), row(found)))).toEqual({
      text: "Identifying fields were found. Remove them to go on.",
      isBlocking: false,
      at: "cns",
    });
    expect(refusal({ ...data(row(found)), uploadingType: "form" })?.at).toBe("edf");
    expect(refusal(data(row(), row({ ...found, isCleaned: true })))).toBeNull();
  });

  it("takes a form alone, and says what is missing in one that was begun", () => {
    const withForm = { ...settings, has_form: true };
    expect(refusal(data(), null, withForm)?.text).toBe("Select data to upload, or fill in the form.");
    expect(refusal({ ...data(), draft: {} }, "Please complete all required fields.", withForm)).toEqual({
      text: "Please complete all required fields.",
      isBlocking: false,
      at: "form",
    });
    expect(refusal({ ...data(), draft: {} }, null, withForm)).toBeNull();
    const formOnly = { ...withForm, has_cns: false, has_natus: false, has_medications: false, has_edf: false };
    expect(refusal(data(), null, formOnly)).toMatchObject({ isBlocking: false });
  });
});
