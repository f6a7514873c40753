/** The tree of a patient's files: what is shown, and to whom. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { downloadFile, type FileNode, getDirectoryStructure, getDownloadAddress } from "../../../src/protocol/files.ts";
import { addProject, setScope } from "../../support/accounts.ts";
import { addPatient, type FilesTestWorld, makeFilesWorld, monitored, uploadedAt as uploaded } from "./files-world.ts";

let files: FilesTestWorld;
const bytes = (text: string) => Buffer.from(text);
const gone = { status: 404, text: "This file or directory does not exist." };
const day = 86_400_000;

beforeAll(async () => {
  files = await makeFilesWorld();
  await files.store(monitored);
}, 120_000);
afterAll(() => files?.world.close());

const list = (body: object = {}) => files.ask(getDirectoryStructure, { patient_path: "", ...body });
const names = (nodes: readonly FileNode[]) => nodes.map(({ name }) => name);

describe("the tree", () => {
  it("has directories first, each with what is in it together", async () => {
    const page = await list();
    expect(names(page.data)).toEqual(["Patient_2026", "Drugs.csv", "night.edf"]);
    expect(page).toMatchObject({ total: 3, files_left: 0 });
    expect(page.data[0]).toMatchObject({
      path: "Patient_2026",
      type: "directory",
      expanded: false,
      createtime: uploaded,
      modtime: uploaded - day + 11,
      size: 100 + 9 * 9 + 3 * 10,
    });
    expect(page.data[2]).toMatchObject({ type: "file", createtime: uploaded + day, modtime: null, size: 5 });
  });

  it("gives children ten at a time", async () => {
    const first = await list({ patient_path: "Patient_2026" });
    expect(names(first.data)).toEqual([1, 10, 11, 12, 2, 3, 4, 5, 6, 7].map((n) => `Segment_${n}`));
    expect(first).toMatchObject({ total: 13, files_left: 3 });
    const second = await list({ patient_path: "Patient_2026", page: 2 });
    expect(names(second.data)).toEqual(["Segment_8", "Segment_9", "patient.info"]);
    expect(second).toMatchObject({ total: 13, files_left: 0 });
    expect(await list({ patient_path: "Patient_2026", page_index: 3 })).toEqual({ data: [], total: 13, files_left: 0 });
  });

  it("sorts by each column, directories first", async () => {
    const by = async (order_by: string, order_direction: "asc" | "desc") =>
      names((await list({ order_by, order_direction })).data);
    expect(await by("name", "desc")).toEqual(["Patient_2026", "night.edf", "Drugs.csv"]);
    expect(await by("size", "desc")).toEqual(["Patient_2026", "Drugs.csv", "night.edf"]);
    expect(await by("createtime", "asc")).toEqual(["Patient_2026", "night.edf", "Drugs.csv"]);
    expect(await by("modtime", "asc")).toEqual(["Patient_2026", "Drugs.csv", "night.edf"]);
    const sort = { field: "name", sort: "desc" };
    expect(names((await list({ sort })).data)).toEqual(["Patient_2026", "night.edf", "Drugs.csv"]);
    expect(await files.refusal(getDirectoryStructure, { patient_path: "", order_by: "id; drop" })).toEqual({
      status: 400,
      text: "This table has no such field.",
    });
  });

  it("searches below a directory too", async () => {
    const found = async (operator: "contains" | "equals", value: string, patient_path = "") =>
      (await list({ patient_path, rows_per_page: 50, filters: [{ field: "name", operator, value }] })).data;
    expect((await found("contains", "segment_1")).map(({ path }) => path)).toEqual(
      [1, 10, 11, 12].map((n) => `Patient_2026/Segment_${n}`),
    );
    expect(await found("contains", "abp,")).toHaveLength(12);
    expect(names(await found("equals", "PATIENT.INFO", "Patient_2026"))).toEqual(["patient.info"]);
    expect(await found("contains", "night", "Patient_2026")).toEqual([]);
    expect(await found("contains", "%")).toEqual([]);
    expect(names(await found("equals", "patient_2026"))).toEqual(["Patient_2026"]);
  });

  it("knows no directory that holds nothing", async () => {
    for (const patient_path of ["nowhere", "night.edf", "..", "Patient_2026/..", "/", "Patient_2026/", "a\\b", "\0"])
      expect(await files.refusal(getDirectoryStructure, { patient_path }), patient_path).toEqual(gone);
  });

  it("shows what has been read or kept, and not what was superseded, is coming or was given up", async () => {
    const key = await addPatient(files.pool, { ...files, workspaceId: files.world.workspaceId }, "states");
    const { storeUpload } = await import("../../support/stored-files.ts");
    const put = (name: string, over: object = {}, status = "SUCCESS", isFinished = true) =>
      storeUpload(
        { pool: files.pool, dataDir: files.world.dataDir },
        {
          patientKey: key,
          status,
          isFinished,
          items: [{ name, files: [{ path: name, content: bytes(name) }], ...over }],
        },
      );
    const { itemIds } = await put("a.edf");
    await put("old.edf", { supersededBy: itemIds[0] });
    await put("waiting.edf", { state: "waiting" }, "PROCESSING");
    await put("processed.edf", {}, "PROCESSING");
    await put("failed.edf", { state: "failed" }, "FAILED");
    await put("aborted.edf", { state: "failed" }, "FAILED", false);
    await put("canceled.edf", { state: "canceled" }, "CANCELED");
    await put("a.edf", { state: "failed" }, "FAILED");
    const page = await files.ask(getDirectoryStructure, { patient_id: key, patient_path: "" });
    expect(names(page.data)).toEqual([
      expect.stringMatching(/^a \(upload \d+\)\.edf$/),
      ...["a.edf", "failed.edf", "processed.edf"],
    ]);
    const [other] = page.data;
    const { world, token, project_id } = files;
    const download = (file_path: string) =>
      world.call(downloadFile, { project_id, patient_id: key, file_path }, { token });
    expect(await download(other.path)).toMatchObject({ status: 200, text: "a.edf" });
    expect(await download("old.edf")).toMatchObject(gone);
    expect(await download("waiting.edf")).toMatchObject(gone);
  });

  it("is quick with fifty thousand files", async () => {
    const key = await addPatient(files.pool, { ...files, workspaceId: files.world.workspaceId }, "many");
    const { storeUpload } = await import("../../support/stored-files.ts");
    const { uploadId, itemIds } = await storeUpload(
      { pool: files.pool, dataDir: files.world.dataDir },
      { patientKey: key, items: [{ kind: "cns", name: "Patient_big", files: [] }] },
    );
    await files.pool.query(
      `insert into upload_file (upload_id, item_id, path, size_bytes, md5, state, verified_at)
       select $1, $2, 'Patient_big/Segment_' || n % 100 || '/file ' || n, n, '', 'verified', now()
       from generate_series(1, 50000) n`,
      [uploadId, itemIds[0]],
    );
    const page = await files.ask(getDirectoryStructure, { patient_id: key, patient_path: "Patient_big/Segment_7" });
    expect(page).toMatchObject({ total: 500, files_left: 490 });
    const filters = [{ field: "name", operator: "equals" as const, value: "file 49999" }];
    expect(await files.ask(getDirectoryStructure, { patient_id: key, patient_path: "", filters })).toMatchObject({
      total: 1,
      data: [{ path: "Patient_big/Segment_99/file 49999", size: 49_999 }],
    });
    expect((await files.ask(getDirectoryStructure, { patient_id: key, patient_path: "Patient_big" })).total).toBe(100);
  });

  it("is that of the caller's patients alone", async () => {
    const { world, pool, project_id, site_id, userId } = files;
    const other = await addProject(pool, world.workspaceId);
    const foreign = await addPatient(pool, { workspaceId: world.workspaceId, project_id: other, site_id }, "1042");
    const absent = (key: number) => ({ status: 404, text: `Patient id=${key} does not exist.` });
    const body = { patient_path: "", file_path: "night.edf" };
    for (const route of [getDirectoryStructure, downloadFile, getDownloadAddress]) {
      expect(await files.refusal(route, { ...body, patient_id: foreign })).toEqual(absent(foreign));
      expect(await files.refusal(route, { ...body, patient_id: 999_999 })).toEqual(absent(999_999));
    }
    expect(await files.refusal(downloadFile, { ...body, project_id: other })).toEqual(absent(files.patient_id));
    await setScope(pool, userId, { projectIds: [project_id], siteIds: [] });
    expect(await files.refusal(getDirectoryStructure, body)).toEqual(absent(files.patient_id));
    await setScope(pool, userId, { projectIds: [project_id], siteIds: [site_id] });
  });
});
