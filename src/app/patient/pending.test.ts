import { expect, it } from "vitest";
import type { UploadStatus } from "../../protocol/uploads.ts";
import { isPending } from "./pending.ts";

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
