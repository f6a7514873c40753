import { expect, it } from "vitest";
import type { Permission } from "../../protocol/permissions.ts";
import { mayFollow, mayFollowOwn, newsFor, type Viewer } from "./viewer-scope.ts";
import type { WorkPiece } from "./work-rows.ts";

const viewer = (...permissions: Permission[]): Viewer => ({
  workspaceId: 1,
  userId: 9,
  projectIds: new Set([2]),
  siteIds: new Set([3]),
  permissions: new Set(permissions),
});
const patient = { id: 9, workspaceId: 1, projectId: 2, siteId: 3 };
const elsewhere = [{ workspaceId: 7 }, { projectId: 7 }, { siteId: 7 }];
const piece = (kind: WorkPiece["kind"], more: Partial<WorkPiece> = {}): WorkPiece => ({
  ...patient,
  kind,
  patientKey: 4,
  userId: 9,
  progress: 0,
  etaMs: null,
  mark: "",
  ...more,
});

it("tells of patients whoever has both project and site, and may see patients", () => {
  const seeing = viewer("access_data_visualize");
  expect(newsFor([patient], seeing)).toEqual([9]);
  expect(newsFor(null, seeing)).toBeNull();
  for (const other of elsewhere) expect(newsFor([{ ...patient, ...other }], seeing)).toEqual([]);
  expect(newsFor([patient], viewer("upload_data", "create_account"))).toEqual([]);
});

it("tells of work whoever may make the call about it, of own patients alone", () => {
  for (const [kind, needed, without] of [
    ["import", "access_data_visualize", "upload_data"],
    ["import", "visualize_data", "create_annotations"],
    ["upload", "access_data_upload_patient_subpage", "visualize_data"],
    ["item", "access_data_upload_patient_subpage", "access_data_visualize"],
  ] as const) {
    expect(mayFollow(piece(kind), viewer(needed))).toBe(true);
    expect(mayFollow(piece(kind), viewer(without))).toBe(false);
    expect(mayFollow(piece(kind, { patientKey: null }), viewer(needed))).toBe(false);
    for (const other of elsewhere) expect(mayFollow(piece(kind, other), viewer(needed))).toBe(false);
  }
});

it("tells of an upload by its id its own user alone", () => {
  const upload = piece("upload", { patientKey: null });
  expect(mayFollowOwn(upload, viewer("upload_data"))).toBe(true);
  expect(mayFollowOwn(upload, viewer("visualize_data"))).toBe(false);
  expect(mayFollowOwn({ ...upload, userId: 8 }, viewer("upload_data"))).toBe(false);
  expect(mayFollowOwn({ ...upload, workspaceId: 2 }, viewer("upload_data"))).toBe(false);
  expect(mayFollowOwn({ ...upload, kind: "import" }, viewer("upload_data"))).toBe(false);
});
