// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { draw } from "../../../../ui/test-render.tsx";
import type { SelectedRow } from "../state.ts";
import { SelectedTable } from "./SelectedTable.tsx";

let rows: readonly SelectedRow[] = [];
vi.mock("../use-wizard.ts", () => ({ useWizard: () => ({ selected: { edf: rows } }) }));
vi.mock("../../../documents/index.ts", () => ({ useHours: () => 12 }));

const row = (id: number, ...warnings: string[]): SelectedRow => ({
  ...{ id, kind: "edf", chosenName: `${id}.edf`, phase: "ready", progress: 1, error: null, isUnchecked: false },
  ...{ size: 1, fileCount: 1, source: null, isCleaned: false },
  candidate: {
    ...{ kind: "edf", chosenName: `${id}.edf`, size: 1, fileCount: 1, error: null, warnings, findings: [] },
    facts: { startMs: null, endMs: null, timezone: null, isWallTime: false, channels: 2 },
    source: () => {
      throw new Error("It is not sent here.");
    },
  },
});

it("marks the file that something is said of below the table, which may stand far below", async () => {
  const all = "Only a part was looked at.";
  const cut = "The file is cut off; missing at its end: 406 records of 600.";
  rows = [row(1, all), row(2, all, cut), row(3, all)];
  const drawn = await draw(<SelectedTable kind="edf" known={{} as never} />);
  const marked = () =>
    [...document.querySelectorAll("tbody tr")].map(
      ({ textContent }) => textContent?.includes("See what is said of it below the table.") ?? false,
    );
  expect(marked()).toEqual([false, true, false]);
  expect(document.querySelector("ul")?.textContent).toContain(`2.edf ${cut}`);
  rows = [row(2, cut)];
  await drawn.redraw(<SelectedTable kind="edf" known={{} as never} />);
  expect(marked()).toEqual([false]);
  await drawn.remove();
});
