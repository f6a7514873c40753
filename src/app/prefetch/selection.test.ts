import { expect, it } from "vitest";
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";
import { selectable, sizeOf, stillSelectable } from "./selection.ts";

const file = (data_object_id: number, disabled = false): PrefetchDirectory => ({
  site: "Northgate",
  patient_id: "1042",
  name: `${data_object_id}.edf`,
  size: 100 * data_object_id,
  data_object_id,
  in_queue_order: 0,
  patients_ahead: 0,
  percent_loaded: 100,
  disabled,
  error: null,
});

it("lets go of files that came into use or are no more, and keeps the others", () => {
  const selected = new Set([1, 2, 3]);
  expect([...stillSelectable(selected, [file(1), file(2, true), file(4)])]).toEqual([1]);
});

it("stays the same set while nothing changed", () => {
  const selected = new Set([1, 2]);
  expect(stillSelectable(selected, [file(1), file(2), file(3, true)])).toBe(selected);
});

it("counts what can be unloaded, and its bytes", () => {
  const files = [file(1), file(2, true), file(3)];
  expect(sizeOf(selectable(files))).toBe(400);
});
