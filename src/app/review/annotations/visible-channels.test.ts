import { expect, it } from "vitest";
import type { RowInputs } from "../plot/masked-rows.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { visibleChannels } from "./visible-channels.ts";

/** A workspace whose window with the keys shows these rows; null: none is open there. */
function showing(rows: readonly RowInputs[] | null, noVisibleTraces?: string) {
  const opened = rows === null ? null : { window: { maskedRows: () => rows, noVisibleTraces } };
  return visibleChannels({
    recording: { data_object_id: 1 },
    display: { active: "b" },
    opened: (area: string) => (area === "b" ? opened : null),
  } as unknown as ReviewWorkspace);
}
const input = (label: string, dataObjectId = 1) => ({ dataObjectId, label });

it("is every channel of the review's file that rows are made of, once, by its own name", () => {
  const rows = [[input("EEG FP1-Ref"), input("EEG F7-Ref")], [input("EEG F7-Ref"), input("T3")], [input("ABP")]];
  expect(showing(rows)).toEqual(["Fp1", "F7", "T7", "ABP"]);
});

it("is nothing to go by where no window is open, or all that it shows is of other files", () => {
  expect(showing(null)).toBeNull();
  expect(showing([])).toBeNull();
  expect(showing([[input("ABP", 2)]])).toBeNull();
  expect(showing([[input("ABP", 2), input("ICP")]])).toEqual(["ICP"]);
});

it("is why there is none, in a window whose traces cannot be chosen", () => {
  expect(showing([[input("EEG F7-Ref")]], "It shows pictures.")).toEqual({ why: "It shows pictures." });
});
