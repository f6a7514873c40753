/** The HTTP calls of uploading. Uploads of others do not exist, nor those of patients out of the caller's projects and sites. */
import * as calls from "../../protocol/uploads.ts";
import { addressOf } from "../patients/demands.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { addressFiles, addressParts, filesToResume } from "./addresses.ts";
import { checkSentCns } from "./check-cns.ts";
import { checkFile } from "./check-file.ts";
import { beginUpload } from "./create.ts";
import { deleteCanceled } from "./delete-canceled.ts";
import { takeOver } from "./finish.ts";
import { cancelStatus, giveUp, noteProgress } from "./give-up.ts";
import { checkFormMd5, declareEncrypted, encryptionKeyFor } from "./info-files.ts";
import { logFilesOf } from "./log-file.ts";
import { notify } from "./mails.ts";
import { bucketFor, existingData, openUploadsOf, settingsFor } from "./places.ts";
import { scopeOf } from "./records.ts";
import { readAgain } from "./retry.ts";
import { uploadRowsOf, uploadSeen, uploadsOf } from "./seeing.ts";
import { checkRoom, declareFiles } from "./start.ts";
import type { UploadDeps } from "./types.ts";

export function addUploadRoutes(host: RouteHost, deps: UploadDeps): void {
  const { db, config } = deps;
  host.add(calls.getUploadSettings, (_, caller) => settingsFor(db, scopeOf(caller), config.uploads));
  host.add(calls.getExistingData, async ({ data_type, ...sent }, caller, { read }) => {
    const address = await addressOf(db, scopeOf(caller), sent);
    read({ what: "patient", id: address.patient_id });
    return existingData(db, scopeOf(caller), { data_type, ...address });
  });
  host.add(calls.checkCns, (body) => checkSentCns(body));
  host.add(calls.getBucket, (body, caller) => bucketFor(db, scopeOf(caller), body));

  host.add(calls.checkUploadRoom, (body, caller) => checkRoom(deps, caller, body));
  host.add(calls.createUpload, (body, caller) => beginUpload(deps, caller, body));
  host.add(calls.startUpload, (body, caller) => declareFiles(deps, caller, body));
  host.add(calls.getUploadFiles, ({ upload_id }, caller) => filesToResume(deps, caller, upload_id));
  host.add(calls.getOpenUploads, (_, caller) => openUploadsOf(db, scopeOf(caller)));
  host.add(calls.getFileAddresses, (body, caller) => addressFiles(deps, caller, body));
  host.add(calls.getPartAddresses, (body, caller) => addressParts(deps, caller, body));
  host.add(calls.checkMd5, (body, caller) => checkFile(deps, caller, body));
  host.add(calls.getEncryptionKey, (body, caller) => encryptionKeyFor(deps, caller, body));
  host.add(calls.updateMd5ForPatientInfo, (body, caller) => declareEncrypted(deps, caller, body));
  host.add(calls.updateFormMd5, (body, caller) => checkFormMd5(deps, caller, body));

  host.add(calls.modifyUpload, (body, caller) => noteProgress(deps, caller, body));
  host.add(calls.checkCancelStatus, (body, caller) => cancelStatus(deps, caller, body));
  host.add(calls.finishUpload, (body, caller) => takeOver(deps, caller, body));
  host.add(calls.cancelUpload, (body, caller) => giveUp(deps, caller, body));
  host.add(calls.deleteCanceledUploads, (_, caller) => deleteCanceled(deps, caller));

  host.add(calls.getUploadMessages, ({ patient_id, ...query }, caller, { read }) => {
    read({ what: "patient", id: patient_id });
    return uploadRowsOf(db, scopeOf(caller), patient_id, query);
  });
  host.add(calls.getUpload, async ({ upload_id }, caller, { read }) => {
    const seen = await uploadSeen(db, scopeOf(caller), upload_id);
    if (seen.patient_key !== null) read({ what: "patient", id: seen.patient_key });
    return seen;
  });
  host.add(calls.getPatientUploads, async ({ patient_id }, caller, { read }) => {
    read({ what: "patient", id: patient_id });
    return { data: await uploadsOf(db, scopeOf(caller), patient_id) };
  });
  host.add(calls.getLogFiles, async ({ upload_id }, caller, { read }) => {
    const { patientKey, answer } = await logFilesOf(db, scopeOf(caller), upload_id);
    if (patientKey !== null) read({ what: "patient", id: patientKey });
    return answer;
  });
  host.add(calls.retryUploadItem, (body, caller) => readAgain(deps, caller, body));
  host.add(calls.sendUploadNotificationEmail, (body, caller) => notify(deps, caller, body));
}
