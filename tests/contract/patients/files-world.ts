/** A patient with files, who may see them, and the calls of the Files tab made for them. */
import type { Pool } from "pg";
import type { Permission } from "../../../src/protocol/permissions.ts";
import type { AnswerOf, BodyOf, Route } from "../../../src/protocol/route.ts";
import { addProject, addSite, addToken } from "../../support/accounts.ts";
import { type StoredUpload, storeUpload } from "../../support/stored-files.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

export const filesPermission: readonly Permission[] = ["access_data_upload_patient_subpage"];

const day = 86_400_000;
export const uploadedAt = Date.UTC(2026, 5, 3, 17, 12);
/** A CNS directory, an EDF file and a sheet. */
export const monitored: Omit<StoredUpload, "patientKey"> = {
  items: [
    {
      kind: "cns",
      name: "Patient_2026",
      files: [
        {
          path: "Patient_2026/patient.info",
          content: Buffer.from("x".repeat(100)),
          verifiedAt: uploadedAt,
          isEncrypted: true,
        },
        ...Array.from({ length: 12 }, (_, k) => ({
          path: `Patient_2026/Segment_${k + 1}/ABP,na,Numeric,Float,IntelliVue,data`,
          content: Buffer.from(`segment ${k + 1}`),
          verifiedAt: uploadedAt + k,
          modifiedAt: uploadedAt - day + k,
        })),
      ],
    },
    { name: "night.edf", files: [{ path: "night.edf", content: Buffer.from("night"), verifiedAt: uploadedAt + day }] },
    {
      kind: "medications",
      name: "Drugs.csv",
      files: [{ path: "Drugs.csv", content: Buffer.from("drug\n"), modifiedAt: 5 }],
    },
  ],
};

export interface FilesTestWorld {
  world: World;
  pool: Pool;
  project_id: number;
  site_id: number;
  patient_id: number;
  token: string;
  userId: number;
  store(upload: Omit<StoredUpload, "patientKey">): ReturnType<typeof storeUpload>;
  ask<R extends Route>(route: R, body: Partial<BodyOf<R>>): Promise<AnswerOf<R>>;
  refusal(route: Route, body: object, token?: string | null): Promise<{ status: number; text: string }>;
  /** A download, whole. */
  fetchBytes(path: string): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>;
}

export async function addPatient(
  pool: Pool,
  place: { workspaceId: number; project_id: number; site_id: number },
  identifier: string,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [place.workspaceId, place.project_id, place.site_id, identifier],
  );
  return rows[0].id;
}

export async function makeFilesWorld(): Promise<FilesTestWorld> {
  const world = await makeWorld();
  const { pool, workspaceId } = world;
  const project_id = await addProject(pool, workspaceId);
  const site_id = await addSite(pool, workspaceId, "NGMC");
  const viewer = await world.person(filesPermission, { projectIds: [project_id], siteIds: [site_id] });
  const token = await addToken(pool, viewer, { lifeMs: 3_600_000 });
  const patient_id = await addPatient(pool, { workspaceId, project_id, site_id }, "1042");
  const address = { project_id, patient_id };
  return {
    world,
    pool,
    project_id,
    site_id,
    patient_id,
    token,
    userId: viewer.id,
    store: (upload) => storeUpload({ pool, dataDir: world.dataDir }, { ...upload, patientKey: patient_id }),
    ask: (route, body) => world.answer(route, { ...address, ...body }, { token }),
    async refusal(route, body, as = token) {
      const { status, text } = await world.call(route, { ...address, ...body }, { token: as });
      return { status, text };
    },
    async fetchBytes(path) {
      const { statusCode, headers, rawPayload } = await world.app.http.inject({ method: "GET", url: path });
      return { status: statusCode, headers, bytes: rawPayload };
    },
  };
}
