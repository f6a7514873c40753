import { ref } from "valtio";
import { beforeEach, expect, it } from "vitest";
import type { UploadSource } from "../types.ts";
import { factsOf } from "./data/facts.ts";
import { orderOf, rowsWithoutZone } from "./order.ts";
import { emptyWizard, type SelectedRow, wizard } from "./state.ts";

const source: UploadSource = { kind: "edf", name: "EDF_1.edf", chosenName: "Doe.edf", files: [], size: 1, removed: [] };
const row = (facts: Partial<NonNullable<SelectedRow["candidate"]>["facts"]>): SelectedRow => ({
  id: 1,
  kind: "edf",
  chosenName: "Doe.edf",
  phase: "ready",
  progress: 1,
  error: null,
  isUnchecked: false,
  size: 1,
  fileCount: 1,
  candidate: {
    kind: "edf",
    chosenName: "Doe.edf",
    size: 1,
    fileCount: 1,
    error: null,
    warnings: [],
    facts: { startMs: null, endMs: null, timezone: null, isWallTime: true, ...facts },
    findings: [],
    source: () => source,
  },
  source,
  isCleaned: true,
});
const form = { formName: "Patient form", formID: "patient_form", dateFilled: 1, answers: [] };

beforeEach(() => {
  emptyWizard();
  Object.assign(wizard, {
    settings: ref({ has_encryption: true }),
    site: { id: "NGMC", name: "Northgate", primaryKey: 3 },
    project: { id: "CPP", name: "CPP-Target", primaryKey: 4 },
    isExistingPatient: true,
    patientId: "1042",
    patientPrimaryKey: 7,
  });
});

it("hands over what was chosen, and the key of an existing patient only", () => {
  wizard.selected.edf = [ref(row({}))];
  expect(orderOf(wizard, null)).toEqual({
    project: { id: 4, name: "CPP-Target" },
    site: { id: 3, identifier: "NGMC", name: "Northgate" },
    patient: { identifier: "1042", key: 7 },
    timezone: "America/New_York",
    sources: [source],
    form: null,
    hasEncryption: true,
  });
  Object.assign(wizard, { isExistingPatient: false, isNewPatient: true });
  expect(orderOf(wizard, null)?.patient.key).toBeNull();
});

it("hands over nothing that is not whole", () => {
  expect(orderOf(wizard, null)).toBeNull();
  expect(orderOf(wizard, form)?.sources).toEqual([]);
  wizard.selected.edf = [ref({ ...row({}), source: null })];
  expect(orderOf(wizard, form)).toBeNull();
});

it("asks for a zone where a source tells none, and writes wall times as they stand", () => {
  const startMs = Date.UTC(2026, 5, 1, 5, 16);
  const wall = row({ startMs });
  const zoned = row({ startMs, isWallTime: false, timezone: "America/New_York", channels: 19 });
  expect(rowsWithoutZone({ cns: [], natus: [], medications: [], edf: [wall, zoned] })).toEqual([wall]);
  expect(factsOf(wall, 12)).toBe("06/01/2026 05:16 AM");
  expect(factsOf(zoned, 12)).toBe("19 channels · 06/01/2026 01:16 AM (America/New_York)");
  expect(factsOf(row({ startMs: startMs + 12 * 3_600_000 }), 24)).toContain("17:16");
});
