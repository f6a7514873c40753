import { expect, it } from "vitest";
import { inventoryOf, queueOf, type ReservedFile } from "./inventory.ts";

let ids = 0;
const file = (changes: Partial<ReservedFile> = {}): ReservedFile => ({
  recordingId: ++ids,
  patientKey: ids,
  projectId: 1,
  site: "Site",
  patientId: `P-${ids}`,
  name: "night.edf",
  size: 10,
  percent: 0,
  isLoading: false,
  failure: null,
  isInReview: false,
  isSeen: true,
  ...changes,
});

it("lists what is loaded first, then the queue with places among all that wait (spec 001 section 3)", () => {
  const files = [
    file({ percent: 40, isLoading: true, patientKey: 1 }),
    file({ isSeen: false, patientKey: 2, size: 7 }),
    file({ patientKey: 1 }),
    file({ percent: 100, isInReview: true }),
    file({ patientKey: 3 }),
  ];
  const { directories, ...sums } = inventoryOf(files, 100);
  expect(sums).toEqual({ current_size: 47, unseen_size: 7, max_total_size: 100 });
  const facts = directories.map((one) => [one.percent_loaded, one.in_queue_order, one.patients_ahead, one.disabled]);
  expect(facts).toEqual([
    [100, 0, 0, true],
    [40, 0, 0, false],
    [0, 2, 1, false],
    [0, 3, 2, false],
  ]);
});

it("says why one is not loaded, and lets nobody wait for it", () => {
  const [failed, next] = inventoryOf([file({ percent: 3, failure: "disk" }), file()], 100).directories;
  expect(failed).toMatchObject({ in_queue_order: 0, error: expect.stringContaining("disk is full") });
  expect(next).toMatchObject({ in_queue_order: 1, patients_ahead: 0, error: null });
});

it("keeps the places of the whole workspace in the queue of a project", () => {
  const files = [file({ projectId: 2 }), file({ percent: 100 }), file(), file({ isSeen: false })];
  expect(queueOf(files, 1).map(({ in_queue_order }) => in_queue_order)).toEqual([2]);
});
