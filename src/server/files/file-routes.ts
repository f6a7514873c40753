/** The HTTP calls of the Files tab. What is not of the caller's projects and sites does not exist. */
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  downloadFile,
  getCsvColumns,
  getDirectoryStructure,
  getDownloadAddress,
  getFileContent,
} from "../../protocol/files.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import type { Caller } from "../platform/http/caller.ts";
import { addressOf } from "../platform/http/client-address.ts";
import { Refused, type RequestLife, type RouteHost } from "../platform/http/routes.ts";
import type { CsvSource } from "./csv/csv-file.ts";
import { CsvFiles } from "./csv/csv-files.ts";
import {
  download,
  downloadAddress,
  downloadPath,
  type FilesDeps,
  scopeOf,
  storesOf,
  useTicket,
  type Wanted,
} from "./downloads.ts";
import { demandPatient, findFile, gone, readDirectory } from "./file-store.ts";
import { isUploaded, keyOf, reading } from "./uploaded-file.ts";
import { listingOf } from "./visible-items.ts";

export interface FileRoutesOptions extends FilesDeps {
  /** The cache of the CSV viewer lies in it. */
  dataDir: string;
}

export function addFileRoutes(http: FastifyInstance, host: RouteHost, options: FileRoutesOptions): void {
  const { db, stores, log, dataDir } = options;
  const csv = new CsvFiles(dataDir);
  http.addHook("onClose", async () => csv.close());

  host.add(getDirectoryStructure, async ({ patient_id, patient_path, ...query }, caller, { read }) => {
    await demandPatient(db, scopeOf(caller), { patient_id });
    read({ what: "patient", id: patient_id });
    return readDirectory(db, await listingOf(db, patient_id), patient_path, query);
  });
  const askerOf = ({ session }: Caller, signal: AbortSignal) => ({ user: session.userId, signal });
  host.add(getCsvColumns, async (wanted, caller, life) => {
    const source = await csvSource(options, caller, wanted, life);
    return reading(options, source.fileId, csv.columns(source, askerOf(caller, life.signal)));
  });
  host.add(getFileContent, async ({ project_id, patient_id, file_path, ...query }, caller, life) => {
    const source = await csvSource(options, caller, { project_id, patient_id, file_path }, life);
    return reading(options, source.fileId, csv.page(source, query, askerOf(caller, life.signal)));
  });
  host.add(downloadFile, (wanted, caller, { signal }) => download(options, caller, wanted, signal));
  host.add(getDownloadAddress, (wanted, caller, { signal }) => downloadAddress(options, caller, wanted, signal));

  // No token of a session: browsers send none with a download. The address itself is the proof, once.
  http.get(downloadPath, { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    if (typeof token !== "string" || token === "") throw new Refused(403, filesText.refused.addressGone);
    const origin = `${request.protocol}://${request.headers.host}`;
    const visit = { address: addressOf(request), origin };
    const { caller, wanted } = await useTicket(db, token, visit);
    host.enter(caller, reply);
    return host.sendBlob(caller, reply, await download({ db, stores, log }, caller, wanted, goneSignal(reply)));
  });
}

/** Aborted when whoever asked is gone. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}

/** @throws Refused 404 when there is no such file, 400 when it is no CSV file */
async function csvSource(
  { db, stores }: FilesDeps,
  caller: Caller,
  wanted: Wanted,
  { read }: Pick<RequestLife, "read">,
): Promise<CsvSource> {
  await demandPatient(db, scopeOf(caller), wanted);
  const listing = await listingOf(db, wanted.patient_id);
  const file = wanted.file_path === "" ? null : await findFile(db, listing, wanted.file_path);
  if (file === null) throw gone();
  if (!isUploaded(file) || !/\.csv$/i.test(file.path) || file.isEncrypted)
    throw new Refused(400, filesText.notSupported);
  const { id: fileId, md5, size } = file;
  read({ what: "file", id: fileId, facts: { patient_key: wanted.patient_id } });
  return { fileId, md5, size, store: storesOf(stores, listing.items)(file), key: keyOf(file) };
}
