import { ref } from "valtio";
import { beforeEach, expect, it, vi } from "vitest";
import type { UploadSettings } from "../../../../protocol/uploads.ts";
import type { Candidate } from "../../choose/index.ts";
import type { UploadSource } from "../../types.ts";
import { emptyWizard, wizard } from "../state.ts";
import type { Inspected } from "./inspect.ts";
import { addEntries, cleanRows, removeRow } from "./rows.ts";
import type { Picked } from "./sort.ts";

/** Inspections under way, by name; the test ends them. */
const running = new Map<string, { signal: AbortSignal; end: (sentName?: string, error?: string) => Promise<void> }>();

vi.mock("./inspect.ts", () => ({
  inspect: ({ name, kind }: Picked, { signal }: { signal: AbortSignal }) =>
    new Promise<Inspected>((resolve) => {
      const end = async (sentName = name, error: string | null = null) => {
        running.delete(name);
        const source: UploadSource = { kind, name: sentName, chosenName: name, files: [], size: 5, removed: [] };
        const facts = { startMs: null, endMs: null, timezone: null, isWallTime: false };
        const findings = [{ kind: "name", field: "Patient name", shown: "Doe", file: name } as const];
        const candidate: Candidate = {
          ...{ kind, chosenName: name, size: 5, fileCount: 1, error, warnings: [], facts, findings },
          source: () => source,
        };
        resolve({ candidate, error, isUnchecked: false });
        await new Promise((settled) => setTimeout(settled));
      };
      running.set(name, { signal, end });
    }),
}));

const choose = (...names: string[]) =>
  addEntries(names.map((name) => ({ path: name, file: new File(["12345"], name) })));
const rows = () => wizard.selected.edf.map(({ chosenName, phase }) => `${chosenName} ${phase}`);

beforeEach(() => {
  emptyWizard();
  running.clear();
  Object.assign(wizard, {
    isOpen: true,
    uploadingType: "edf",
    settings: ref({ has_cns: true, has_natus: true, has_medications: true, has_edf: true } as UploadSettings),
  });
});

it("looks at two at a time, in their order", async () => {
  choose("a.edf", "b.edf", "c.edf");
  expect(rows()).toEqual(["a.edf inspecting", "b.edf inspecting", "c.edf waiting"]);
  await running.get("b.edf")?.end();
  expect(rows()).toEqual(["a.edf inspecting", "b.edf ready", "c.edf inspecting"]);
  await running.get("a.edf")?.end();
  await running.get("c.edf")?.end();
  expect(rows()).toEqual(["a.edf ready", "b.edf ready", "c.edf ready"]);
});

it("takes no name twice, as it is chosen or as it is sent (spec 000 section 5, Duplicates)", async () => {
  choose("a.edf");
  choose("a.edf");
  expect(wizard.notices).toMatchObject([
    { name: "a.edf", text: "This file name has already been selected.", tone: "danger" },
  ]);
  expect(rows()).toHaveLength(1);
  await running.get("a.edf")?.end("EDF_1.edf");
  choose("b.edf");
  expect(wizard.notices).toEqual([]);
  await running.get("b.edf")?.end("edf_1.EDF");
  expect(wizard.selected.edf[1]).toMatchObject({
    phase: "refused",
    error: "This file name has already been selected.",
    source: null,
  });
});

it("names what is not seen of a name, which could read as another one", async () => {
  choose("abc\u202efdp.edf", "night.edf");
  choose("abc\u202efdp.edf");
  expect(wizard.selected.edf.map(({ chosenName }) => chosenName)).toEqual(["abc[U+202E]fdp.edf", "night.edf"]);
  expect(wizard.notices.map(({ name }) => name)).toEqual(["abc[U+202E]fdp.edf"]);
  for (const { end } of [...running.values()]) await end();
});

it("keeps what is refused with its reason and the size it has on the disk", async () => {
  choose("a.edf");
  await running.get("a.edf")?.end("a.edf", "It is no recording.");
  expect(wizard.selected.edf).toMatchObject([{ phase: "refused", error: "It is no recording.", size: 5 }]);
});

it("stops looking at what is removed", async () => {
  choose("a.edf", "b.edf", "c.edf");
  const first = running.get("a.edf");
  removeRow(wizard.selected.edf[0]);
  expect(first?.signal.aborted).toBe(true);
  await first?.end();
  expect(rows()).toEqual(["b.edf inspecting", "c.edf inspecting"]);
  await running.get("b.edf")?.end();
  await running.get("c.edf")?.end();
});

it("undoes the validation when the wizard is emptied, and ignores what comes later (spec 000 section 4)", async () => {
  choose("a.edf", "b.edf");
  const inspections = [...running.values()];
  emptyWizard();
  expect(inspections.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  for (const { end } of inspections) await end();
  expect(rows()).toEqual([]);
});

it("has the identifying fields of every row removed by one action", async () => {
  choose("a.edf", "b.edf");
  await running.get("a.edf")?.end();
  await running.get("b.edf")?.end();
  expect(wizard.selected.edf.map(({ isCleaned }) => isCleaned)).toEqual([false, false]);
  cleanRows();
  expect(wizard.selected.edf.map(({ isCleaned }) => isCleaned)).toEqual([true, true]);
});
