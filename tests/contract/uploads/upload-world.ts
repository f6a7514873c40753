/** The upload service on a database and store of its own; users, sites and files to upload. */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { patientForm, submittedForm } from "../../../src/domain/people/forms.ts";
import type { SubmittedForm } from "../../../src/protocol/forms.ts";
import { type Permission, permissionNames } from "../../../src/protocol/permissions.ts";
import type { AnswerOf, BodyOf, Route } from "../../../src/protocol/route.ts";
import {
  checkMd5,
  createUpload,
  type DeclaredFile,
  finishUpload,
  getFileAddresses,
  getPartAddresses,
  largestPlainMd5Bytes,
  type PutAddress,
  startUpload,
  type UploadFile,
  type UploadItem,
  uploadPartBytes,
} from "../../../src/protocol/uploads.ts";
import { readConfig } from "../../../src/server/platform/start/config.ts";
import { openStores } from "../../../src/server/platform/storage/open-stores.ts";
import { itemSettled, type UploadDeps } from "../../../src/server/uploads/index.ts";
import { addProject, addSite, addToken, type NewUser } from "../../support/accounts.ts";
import { makeWorld } from "../accounts/accounts-world.ts";

export interface Uploader {
  id: number;
  email: string;
  token: string;
}

export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

/** As S3 has it: of files above 40,000,000 bytes the md5 of the parts' md5s. */
export function etagOf(bytes: Uint8Array): string {
  if (bytes.length <= largestPlainMd5Bytes) return md5Of(bytes);
  const parts = partsOf(bytes).map((part) => createHash("md5").update(part).digest());
  return `${md5Of(Buffer.concat(parts))}-${parts.length}`;
}

export const partsOf = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / uploadPartBytes) }, (_, k) =>
    bytes.subarray(k * uploadPartBytes, (k + 1) * uploadPartBytes),
  );

/** Files by path; the item of each is what its path begins with. */
export type Files = Readonly<Record<string, Uint8Array>>;

const kindOf = (name: string): UploadItem["kind"] => {
  if (name.startsWith("Patient_")) return "cns";
  if (/\.(csv|xlsx|xls)$/i.test(name)) return "medications";
  return /\.(edf|bdf)$/i.test(name) ? "edf" : "natus";
};

/** What start_upload is told of files. */
export function declarationOf(files: Files): { items: UploadItem[]; files: DeclaredFile[]; form: null } {
  const names = [...new Set(Object.keys(files).map((path) => path.split("/")[0]))];
  return {
    items: names.map((name) => ({ kind: kindOf(name), name, removed: [] })),
    files: Object.entries(files).map(([path, bytes]) => ({
      item: names.indexOf(path.split("/")[0]),
      path,
      size: bytes.length,
      md5: etagOf(bytes),
      modified_at: 1_700_000_000_000,
    })),
    form: null,
  };
}

/** Every required question answered with "Unknown", and the admission. */
export const form: SubmittedForm = submittedForm(
  patientForm,
  Object.fromEntries(
    patientForm.questions
      .filter(({ required }) => required)
      .map(({ identifier, type }) => [identifier, type === "datepicker" ? "10/30/2026" : "Unknown"]),
  ),
  Date.UTC(2026, 10, 1),
);

export type UploadWorld = Awaited<ReturnType<typeof openUploadWorld>>;

/** `env`: as the server's. */
export async function openUploadWorld(env: Record<string, string> = {}) {
  const world = await makeWorld(env);
  const { pool, drizzle: db, app, workspaceId } = world;
  const projectId = await addProject(pool, workspaceId);
  const siteId = await addSite(pool, workspaceId);
  const config = readConfig(["--data", world.dataDir], env);
  const stores = await openStores(config);
  const deps: UploadDeps = {
    db,
    config,
    stores,
    bus: { send: () => undefined, listen: () => () => undefined, close: async () => undefined },
  };
  let patients = 1000;
  // Bodies that stream are sent over a real connection.
  const origin = await app.http.listen({ port: 0, host: "127.0.0.1" });
  const headers = { host: new URL(origin).host };

  const person = async (permissions: readonly Permission[] = permissionNames, more: Partial<NewUser> = {}) => {
    const user = await world.person(permissions, { projectIds: [projectId], siteIds: [siteId], ...more });
    return { ...user, token: await addToken(pool, user, { lifeMs: 3_600_000 }) };
  };
  const call = async <R extends Route>(who: Uploader, route: R, body: BodyOf<R>): Promise<[number, string]> => {
    const { status, text } = await world.call(route, body, { token: who.token, headers });
    return [status, text];
  };
  /** The code of a refusal. */
  const codeOf = async <R extends Route>(who: Uploader, route: R, body: BodyOf<R>): Promise<string | null> =>
    (await world.call(route, body, { token: who.token, headers })).code;
  const answer = <R extends Route>(who: Uploader, route: R, body: BodyOf<R>): Promise<AnswerOf<R>> =>
    world.answer(route, body, { token: who.token, headers });

  /** Sends bytes to an address as a browser would; returns the status. */
  const put = async (address: PutAddress, bytes: Uint8Array): Promise<number> => {
    const reply = await fetch(new URL(address.url, origin), {
      method: "PUT",
      headers: address.headers,
      body: Buffer.from(bytes),
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  const create = async (who: Uploader, more: Partial<BodyOf<typeof createUpload>> = {}): Promise<number> => {
    const place = { project_id: projectId, site_id: siteId };
    const patient = { patient_id: String(patients++), is_new_patient: true, timezone: "Europe/Berlin" };
    return (await answer(who, createUpload, { ...place, ...patient, ...more })).upload_id;
  };
  const start = async (who: Uploader, upload_id: number, files: Files): Promise<UploadFile[]> =>
    (await answer(who, startUpload, { upload_id, ...declarationOf(files) })).files;

  /** Puts the bytes of one file where they belong. */
  const send = async (who: Uploader, upload_id: number, file: UploadFile, bytes: Uint8Array): Promise<void> => {
    const { file_id, part_count } = file;
    if (part_count === 1) {
      const { addresses } = await answer(who, getFileAddresses, { upload_id, file_ids: [file_id] });
      expect(await put(addresses[0], bytes)).toBe(200);
      return;
    }
    const parts = partsOf(bytes).map((_, k) => k + 1);
    const { addresses } = await answer(who, getPartAddresses, { upload_id, file_id, parts });
    for (const { part, ...address } of addresses) expect(await put(address, partsOf(bytes)[part - 1])).toBe(200);
  };
  const check = async (who: Uploader, upload_id: number, filename: string, md5: string): Promise<boolean> =>
    (await answer(who, checkMd5, { upload_id, filename, md5 })).transmitted_properly;

  /** An upload whose files are all there and checked. */
  const sent = async (
    who: Uploader,
    files: Files,
    more: Partial<BodyOf<typeof createUpload>> = {},
  ): Promise<{ upload_id: number; files: UploadFile[] }> => {
    const upload_id = await create(who, more);
    const declared = await start(who, upload_id, files);
    for (const file of declared) {
      await send(who, upload_id, file, files[file.path]);
      expect(await check(who, upload_id, file.path, etagOf(files[file.path]))).toBe(true);
    }
    return { upload_id, files: declared };
  };
  const finished = async (who: Uploader, files: Files, more: Partial<BodyOf<typeof createUpload>> = {}) => {
    const { upload_id } = await sent(who, files, more);
    const { patient_key } = await answer(who, finishUpload, { upload_id, encrypt: false });
    return { upload_id, patient_key };
  };
  const rows = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows;

  return {
    ...world,
    origin,
    deps,
    projectId,
    siteId,
    person,
    call,
    codeOf,
    answer,
    put,
    create,
    start,
    send,
    check,
    sent,
    finished,
    rows,
    /** As ingest ends an item. */
    settle: (itemId: number, state: "done" | "failed", error: string | null = null) =>
      db.transaction(async (tx) => {
        await tx.execute(
          sql`update upload_item set state = ${state}, error = ${error}, completed_at = now() where id = ${itemId}`,
        );
        return itemSettled(tx, itemId);
      }),
    /** Keys of the objects that are there of an upload. */
    async objects(upload_id: number): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of stores.own.list(`uploads/${upload_id}/`)) keys.push(key);
      return keys.sort();
    },
    async close() {
      await stores.close();
      await world.close();
    },
  };
}

/** The smallest regular CNS directory that its structure allows. */
export const cnsFiles = (name = "Patient_2026_Nov_1__9_00_00_000001"): Files => ({
  [`${name}/patient.info`]: Buffer.from("<patient><TimeStamp>1</TimeStamp></patient>"),
  [`${name}/ABP,na,Numeric,Float,Monitor,data`]: randomBytes(64),
});
