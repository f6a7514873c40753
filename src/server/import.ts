/** `npm run import -- SOURCE...`: imports files and directories into the data folder, whether or not the server is running. */
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { refuseZone, SourceRefused } from "../domain/files/source-refused.ts";
import { isSeen, withUnseenShown } from "../domain/unseen.ts";
import { defaultTimezone } from "../protocol/recordings.ts";
import { ensureWorkspace } from "./admin/bootstrap.ts";
import { ImportFailed } from "./ingest/failures.ts";
import { type ImportProgress, importRecording } from "./ingest/import-job.ts";
import { findPlace, findWorkspace, type Place } from "./patients/index.ts";
import { type Database, openDatabase } from "./platform/database/database.ts";
import { defaultWorkspaceName, unknownSettings } from "./platform/start/config.ts";
import { textOf } from "./platform/start/environment.ts";
import { tellIfAsked } from "./platform/start/help.ts";
import { startProblem } from "./platform/start/start-problems.ts";
import { sentenceOf } from "./platform/start/unknown-variables.ts";
import { type BucketAddress, openStores, type Stores } from "./platform/storage/index.ts";
import { storeOf } from "./platform/storage/settings.ts";
import { type RemoteHome, remoteHome, sweep } from "./recordings/index.ts";

const usage = `Usage: npm run import -- SOURCE... [options]

  A SOURCE is an EDF or BDF file, or a CNS or Natus directory.

  --data DIR       data folder, ./data by default
  --workspace NAME workspace, the server's own by default
  --project ID     project of the patient, the first of the workspace by default
  --site ID        site of the patient, the first of the workspace by default
  --timezone ZONE  zone of the times in sources that name none, ${defaultTimezone} by default
  --patient ID     patient of the recordings; the name of the source by default
  --name NAME      name of the recording; the name of the source by default`;
const refusedCode = 2;
const interruptedCode = 130;

async function main(): Promise<number> {
  tellIfAsked(usage);
  const order = readOrder();
  if (typeof order === "string") {
    console.error(order);
    return refusedCode;
  }
  for (const unknown of unknownSettings(process.env)) console.error(sentenceOf(unknown));
  const cancel = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cancel.abort());
  let stores: Stores;
  let database: Database;
  try {
    stores = await openStores({ dataDir: order.data, store: storeOf(process.env) });
    const databaseUrl = process.env.DATABASE_URL;
    database = await openDatabase({ dataDir: order.data, databaseUrl, admitsLater: true });
  } catch (error) {
    const problem = startProblem(error, order.data, { isEmbedded: !process.env.DATABASE_URL });
    if (problem === null) throw error;
    console.error(problem.message);
    return refusedCode;
  }
  try {
    const place = await placeOf(order, database, stores.ownBucket);
    if (typeof place === "string") {
      console.error(place);
      return refusedCode;
    }
    const remote = remoteHome(stores, 0);
    await sweep(database.drizzle, order.data, { isAlone: database.isOwner && !process.env.DATABASE_URL, remote });
    database.admit();
    let refused = 0;
    for (const path of order.files) {
      if (!(await importOne(path, order, { database, place, remote, signal: cancel.signal }))) refused++;
      if (cancel.signal.aborted) return interruptedCode;
    }
    return refused > 0 ? refusedCode : 0;
  } finally {
    await stores.close();
    await database.close();
  }
}

interface Order {
  files: string[];
  data: string;
  timezone: string;
  workspace?: string;
  project?: string;
  site?: string;
  patient?: string;
  name?: string;
}

/** What the command line asks for, or the sentence that says what is wrong with it. */
function readOrder(): Order | string {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        data: text,
        workspace: text,
        project: text,
        site: text,
        timezone: text,
        patient: text,
        name: text,
      },
    });
    if (positionals.length === 0) return usage;
    const timezone = values.timezone ?? defaultTimezone;
    refuseZone(timezone);
    if (values.patient?.trim() === "" || values.name?.trim() === "") return "A patient or name cannot be empty.";
    // One that looks like another patient's is no patient of its own.
    if (values.patient !== undefined && !isSeen(values.patient))
      return `A patient's name cannot hold what is not seen: ${withUnseenShown(values.patient)}. Type it anew.`;
    if (values.name !== undefined && positionals.length > 1) return "--name fits one file only.";
    return { ...values, files: positionals, data: values.data ?? "data", timezone };
  } catch (error) {
    return error instanceof SourceRefused ? error.message : `${(error as Error).message}\n\n${usage}`;
  }
}

/** Where the patient belongs, or the sentence that says what there is not. Makes the server's own workspace if need be. */
async function placeOf(
  { workspace, project, site }: Order,
  { drizzle }: Database,
  firstBucket: BucketAddress,
): Promise<Place | string> {
  const ownName = textOf(process.env, "WORKSPACE") ?? defaultWorkspaceName;
  const name = workspace ?? ownName;
  const workspaceId =
    name === ownName
      ? (await ensureWorkspace(drizzle, name, { firstBucket })).workspaceId
      : await findWorkspace(drizzle, name);
  if (workspaceId === null) return `There is no workspace "${name}".`;
  const place = await findPlace(drizzle, { workspaceId, project, site });
  if (!("missing" in place)) return place;
  const wanted = place.missing === "project" ? project : site;
  return wanted === undefined
    ? `The workspace "${name}" has no ${place.missing} yet.`
    : `The workspace "${name}" has no ${place.missing} "${wanted}".`;
}

interface ImportDeps {
  database: Database;
  place: Place;
  /** Where recordings are kept, when it is not the data folder. */
  remote: RemoteHome | null;
  signal: AbortSignal;
}

async function importOne(
  path: string,
  order: Order,
  { database, place, remote, signal }: ImportDeps,
): Promise<boolean> {
  const begun = performance.now();
  let bytes = 0;
  let repairs: readonly string[] = [];
  const status = statusLine();
  try {
    const id = await importRecording({
      source: { kind: await kindOf(path), path, name: basename(resolve(path)) },
      db: database.drizzle,
      dataDir: order.data,
      remote,
      timezone: order.timezone,
      place,
      patientId: order.patient,
      name: order.name,
      onProgress(progress) {
        bytes = progress.sizeBytes;
        status.show(() => `${path}: ${inWords(progress)}`);
      },
      onRepairs(told) {
        repairs = told;
      },
      signal,
    });
    status.clear();
    const seconds = (performance.now() - begun) / 1000;
    console.log(`${path}: imported as recording ${id} (${megabytes(bytes)} in ${seconds.toFixed(1)} s)`);
    for (const sentence of repairs) console.log(`  ${sentence}`);
    return true;
  } catch (error) {
    status.clear();
    if (signal.aborted) console.error(`${path}: interrupted, nothing was imported`);
    else if (error instanceof SourceRefused || error instanceof ImportFailed)
      console.error(`${path}: ${error.message}`);
    else console.error(`${path}: could not be imported.`, error);
    return false;
  }
}

/** Decides how a source is opened; what is not there is told when it is. */
async function kindOf(path: string): Promise<"file" | "directory"> {
  const facts = await stat(path).catch(() => null);
  return facts?.isDirectory() ? "directory" : "file";
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

function inWords({ fraction, etaMs, bytesRead }: ImportProgress): string {
  const left = etaMs === null ? "" : `, ${Math.ceil(etaMs / 1000)} s left`;
  return `${Math.floor(fraction * 100)} % (${megabytes(bytesRead)})${left}`;
}

/** One line of a terminal that is written over; silent elsewhere. */
function statusLine() {
  const { stderr } = process;
  let shown = 0;
  return {
    show(text: () => string) {
      const now = performance.now();
      if (!stderr.isTTY || now - shown < 100) return;
      shown = now;
      stderr.write(`\r\x1b[K${text().slice(0, (stderr.columns ?? 80) - 1)}`);
    },
    clear() {
      if (stderr.isTTY) stderr.write("\r\x1b[K");
    },
  };
}

process.exitCode = await main();
