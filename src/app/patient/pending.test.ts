import { expect, it } from "vitest";
import type { Patient } from "../../protocol/patients.ts";
import type { UploadStatus } from "../../protocol/uploads.ts";
import { areInterrupted, isPending, unreadFiles } from "./pending.ts";

const pending = (...statuses: UploadStatus[]) => isPending(statuses.map((status) => ({ status })));

it("waits while uploads are under way, until one has succeeded (spec 000 section 2)", () => {
  expect(pending()).toBe(false);
  for (const status of ["CREATED", "UPLOADING", "PROCESSING"] as const) {
    expect(pending(status)).toBe(true);
    expect(pending("FAILED", status, "CANCELED")).toBe(true);
    expect(pending(status, "SUCCESS")).toBe(false);
  }
  expect(pending("FAILED", "CANCELED")).toBe(false);
  expect(pending("SUCCESS")).toBe(false);
});

it("waits for nothing that goes on by itself once all transfers fell silent", () => {
  const interrupted = (...silences: (number | null)[]) =>
    areInterrupted(silences.map((silent_since) => ({ status: "UPLOADING", silent_since })));
  expect(interrupted()).toBe(false);
  expect(interrupted(1)).toBe(true);
  expect(interrupted(1, null)).toBe(false);
  expect(
    areInterrupted([
      { status: "UPLOADING", silent_since: 1 },
      { status: "FAILED", silent_since: null },
    ]),
  ).toBe(true);
});

it("counts what was received and is not read yet", () => {
  const unread = (file_count: number, files_loaded: number, files_failed: number) =>
    unreadFiles({ file_count, files_loaded, files_failed } as Patient);
  expect([unread(20, 2, 0), unread(20, 2, 3), unread(1, 1, 0), unread(0, 0, 0)]).toEqual([18, 15, 0, 0]);
});
