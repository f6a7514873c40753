/** kill -9 at random moments of uploads: what was acknowledged is there and right, nothing else is seen, and the client goes on. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getPatients } from "../../../src/protocol/patients.ts";
import type { AnswerOf, BodyOf, Route } from "../../../src/protocol/route.ts";
import {
  checkMd5,
  createUpload,
  finishUpload,
  getFileAddresses,
  getPartAddresses,
  getUploadFiles,
  getUploadSettings,
  largestPlainMd5Bytes,
  type PutAddress,
  startUpload,
  type UploadFile,
} from "../../../src/protocol/uploads.ts";
import { readConfig } from "../../../src/server/platform/start/config.ts";
import { uploadKey } from "../../../src/server/platform/storage/index.ts";
import { openStores } from "../../../src/server/platform/storage/open-stores.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { declarationOf, etagOf, type Files, partsOf } from "./upload-world.ts";

const kills = 6;
const longest = randomBytes(largestPlainMd5Bytes + 1);

let server: RunningServer;
let token: string;
let place: { project_id: number; site_id: number };

beforeAll(async () => {
  server = await startServer({ env: { SESSION_TIMEOUT: "off", SESSION_MINUTES: "1440" } });
  ({ token } = await signIn(server.url));
  const { projects, sites } = await call(getUploadSettings, {});
  place = { project_id: projects[0].id, site_id: sites[0].id };
}, 120_000);
afterAll(() => server?.stop());

/** Counts requests down to the one that is under way when the server is killed. */
let untilKill = Number.POSITIVE_INFINITY;
let kill: () => void = () => undefined;
function step(): void {
  untilKill--;
  if (untilKill === 0) setTimeout(kill, Math.random() * 15);
}

const call = <R extends Route>(route: R, body: BodyOf<R>): Promise<AnswerOf<R>> => {
  step();
  return answerAs(server.url, token, route, body);
};

async function put(address: PutAddress, bytes: Uint8Array): Promise<void> {
  step();
  const { url, headers } = address;
  const reply = await fetch(new URL(url, server.url), { method: "PUT", headers, body: Buffer.from(bytes) });
  if (reply.status !== 200) throw new Error(`PUT answered ${reply.status}.`);
  await reply.arrayBuffer();
}

/** What a browser knows of an upload: only what was answered. */
interface Attempt {
  files: Files;
  patientId: string;
  uploadId: number | null;
  isStarted: boolean;
  /** Ids by path. */
  ids: Map<string, number>;
  /** Paths that were acknowledged. */
  verified: Set<string>;
  isFinished: boolean;
}

function attempt(n: number): Attempt {
  const small = Array.from({ length: 12 }, (_, k) => [`N/file-${k}`, randomBytes(1 + 9000 * k)] as const);
  const files: Files = { ...Object.fromEntries(small), ...(n % 2 ? {} : { "long.edf": longest }) };
  const patientId = String(3000 + n);
  return { files, patientId, uploadId: null, isStarted: false, ids: new Map(), verified: new Set(), isFinished: false };
}

async function send(uploadId: number, { file_id, part_count }: UploadFile, bytes: Uint8Array): Promise<void> {
  if (part_count === 1) {
    const { addresses } = await call(getFileAddresses, { upload_id: uploadId, file_ids: [file_id] });
    return put(addresses[0], bytes);
  }
  const parts = partsOf(bytes);
  const order = { upload_id: uploadId, file_id, parts: parts.map((_, k) => k + 1) };
  const { addresses, stored_parts } = await call(getPartAddresses, order);
  const missing = addresses.filter(({ part }) => !stored_parts.includes(part));
  await Promise.all(missing.map(({ part, ...address }) => put(address, parts[part - 1])));
}

/** Goes on with an upload from whatever is known of it. */
async function goOn(one: Attempt): Promise<void> {
  if (one.uploadId === null) {
    const order = { ...place, patient_id: one.patientId, is_new_patient: true, timezone: "UTC" };
    one.uploadId = (await call(createUpload, order)).upload_id;
  }
  const upload_id = one.uploadId;
  if (!one.isStarted) {
    await call(startUpload, { upload_id, ...declarationOf(one.files) });
    one.isStarted = true;
  }
  if (one.verified.size < Object.keys(one.files).length) {
    const { files } = await call(getUploadFiles, { upload_id });
    for (const file of files) one.ids.set(file.path, file.file_id);
    const waiting = files.filter(({ is_verified }) => !is_verified);
    await Promise.all(
      waiting.map(async (file) => {
        await send(upload_id, file, one.files[file.path]);
        const { path: filename } = file;
        const { transmitted_properly } = await call(checkMd5, {
          upload_id,
          filename,
          md5: etagOf(one.files[filename]),
        });
        expect(transmitted_properly).toBe(true);
        one.verified.add(filename);
      }),
    );
    for (const { path } of files) one.verified.add(path);
  }
  await call(finishUpload, { upload_id, encrypt: false });
  one.isFinished = true;
}

/** Everything that was acknowledged is known to the server after its restart; of the rest nothing is seen. */
async function expectKept(one: Attempt, all: readonly Attempt[]): Promise<void> {
  if (one.isStarted && !one.isFinished) {
    const answer = await call(getUploadFiles, { upload_id: one.uploadId as number }).catch((error: Error) => error);
    // Only a finish that was not answered any more may have gone through.
    if (answer instanceof Error) expect(answer.message).toContain("already being processed");
    else {
      const there = answer.files.filter(({ is_verified }) => is_verified).map(({ path }) => path);
      for (const path of one.verified) expect(there).toContain(path);
    }
  }
  const { data } = await call(getPatients, { rows_per_page: 500 });
  const seen = new Set(data.map(({ patient_id }) => patient_id));
  for (const { patientId, isFinished, verified, files } of all) {
    if (isFinished) expect(seen).toContain(patientId);
    else if (verified.size < Object.keys(files).length) expect(seen).not.toContain(patientId);
  }
}

it("loses nothing at six moments", { timeout: 300_000 }, async () => {
  const all = [attempt(0)];
  let times = 0;
  while (times < kills) {
    const one = all[all.length - 1];
    const killed = new Promise<void>((resolve) => {
      kill = () => void server.kill().then(resolve);
    });
    untilKill = 1 + Math.floor(Math.random() * 40);
    const work = (async () => {
      for (let now = one; ; all.push(now)) {
        await goOn(now);
        now = attempt(all.length);
      }
    })().catch(() => undefined); // the server went away
    await killed;
    await work;
    untilKill = Number.POSITIVE_INFINITY;
    times++;
    await server.restart();
    await expectKept(all[all.length - 1], all);
  }
  const last = all[all.length - 1];
  await goOn(last);
  expect(last.isFinished).toBe(true);
  await server.kill();
  const stores = await openStores(readConfig(["--data", server.dataDir], {}));
  try {
    for (const { uploadId, ids, files } of all)
      for (const [path, id] of ids) {
        const bytes = files[path];
        const stored = new Uint8Array(bytes.length);
        expect(await stores.own.read(uploadKey(uploadId as number, id), stored, 0)).toBe(bytes.length);
        expect(Buffer.compare(stored, bytes)).toBe(0);
      }
  } finally {
    await stores.close();
  }
});
