// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { draw } from "../../../../ui/test-render.tsx";
import type { SelectedRow } from "../state.ts";
import { SelectedTable } from "./SelectedTable.tsx";

let rows: readonly SelectedRow[] = [];
let isTried = false;
vi.mock("../use-wizard.ts", () => ({ useWizard: () => ({ selected: { edf: rows }, isTried }) }));
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

it("brings the first row that is refused into sight, once all were checked and when Next is pressed", async () => {
  const into = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const table = <SelectedTable kind="edf" known={{} as never} />;
  const refused: SelectedRow = { ...row(2), phase: "refused", error: "Unable to read 2.edf" };
  rows = [row(1), refused, { ...row(3), phase: "inspecting" }];
  const drawn = await draw(table);
  expect(into).not.toHaveBeenCalled();
  rows = [row(1), refused, { ...refused, id: 3 }];
  await drawn.redraw(<SelectedTable kind="edf" known={{} as never} />);
  expect(into.mock.contexts.map((element) => (element as Element).textContent)).toEqual([
    expect.stringContaining("Unable to read 2.edf"),
  ]);
  isTried = true;
  await drawn.redraw(<SelectedTable kind="edf" known={{} as never} />);
  expect(into).toHaveBeenCalledTimes(2);
  rows = [row(1)];
  await drawn.redraw(<SelectedTable kind="edf" known={{} as never} />);
  expect(into).toHaveBeenCalledTimes(2);
  await drawn.remove();
});
