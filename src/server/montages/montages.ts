/** The specification's calls for EEG montages, as things done with documents. */
import { keptChannels, savedName } from "../../domain/montage/own-montage.ts";
import {
  type createEegMontage,
  type deleteEegMontage,
  type EegMontage,
  eegMontageKind,
  eegMontageVersion,
  type getEegMontages,
  type modifyEegMontage,
  montageDocumentOf,
} from "../../protocol/montages.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import { montageText } from "../../protocol/text/montage-text.ts";
import { type DocumentDeps, dropDocument, makeDocument, readDocuments, replaceDocument } from "../documents/index.ts";
import type { Caller } from "../platform/http/caller.ts";
import { refuse } from "./refusals.ts";
import { montageOf, standardOnes } from "./wire.ts";

const only = eegMontageKind;
const { refused } = documentsText;

/** The Standard montages, and those that the caller sees. */
export async function readMontages(
  deps: DocumentDeps,
  caller: Caller,
  { eeg_montage_ids: wanted }: BodyOf<typeof getEegMontages>,
): Promise<AnswerOf<typeof getEegMontages>> {
  const ids = wanted?.flatMap((id) => montageDocumentOf(id) ?? []);
  const documents = await readDocuments(deps, caller, { kinds: [{ kind: only, version: versionOf(deps) }] }, ids);
  const standard = standardOnes.filter(({ id }) => wanted?.includes(id) ?? true);
  return { eeg_montages: [...standard, ...documents.map(montageOf)] };
}

/** @throws Refused 400, 403 in the name of somebody else, 409, 413, 429 */
export async function makeMontage(
  deps: DocumentDeps,
  caller: Caller,
  { version = versionOf(deps), name, channels, type, user_id, request_key }: BodyOf<typeof createEegMontage>,
): Promise<EegMontage> {
  if (user_id != null && user_id !== caller.session.userId) throw refuse(403, "bad_owner", montageText.refused.owner);
  const content = { channels: keptChannels(channels) };
  const made = await makeDocument(deps, caller, {
    kind: only,
    version,
    scope: type,
    name: savedName(name, ""),
    content,
    request_key,
  });
  return montageOf(made);
}

/** @throws Refused 409 with both versions when there is a newer one; as the others */
export async function saveMontage(
  deps: DocumentDeps,
  caller: Caller,
  { version = versionOf(deps), ...form }: BodyOf<typeof modifyEegMontage>,
): Promise<EegMontage> {
  const { eeg_montage_id, revision = null, name, channels, type } = form;
  const document_id = documentOf(eeg_montage_id);
  const saved = await replaceDocument(
    deps,
    caller,
    { document_id, version, revision, name, content: { channels: keptChannels(channels) } },
    {
      only,
      check: (now) => {
        // A montage stays where it is: whoever wants it elsewhere makes a copy.
        if (now.scope !== type) throw refuse(400, "bad_scope", refused.badScope);
      },
      nameOf: (now) => savedName(name, now.name),
      conflict: (theirs) => ({
        theirs: montageOf(theirs),
        yours: { eeg_montage_id, revision, name, channels },
      }),
    },
  );
  return montageOf(saved);
}

/** @throws Refused 409 when there is a newer revision; as the others */
export const dropMontage = async (
  deps: DocumentDeps,
  caller: Caller,
  { eeg_montage_id, revision }: BodyOf<typeof deleteEegMontage>,
): Promise<AnswerOf<typeof deleteEegMontage>> =>
  dropDocument(
    deps,
    caller,
    { document_id: documentOf(eeg_montage_id), revision: revision ?? null },
    { only, conflict: (theirs) => ({ theirs: montageOf(theirs) }) },
  );

/** @throws Refused 403 for a Standard one, 404 for an id that is nobody's */
function documentOf(montageId: number): number {
  const id = montageDocumentOf(montageId);
  if (id !== null) return id;
  throw standardOnes.some((each) => each.id === montageId)
    ? refuse(403, "document_not_changeable", refused.standard)
    : refuse(404, "document_not_found", refused.notFound);
}

/** Of the kind, where a caller does not say which one they speak. */
const versionOf = ({ kinds }: DocumentDeps): number => kinds.get(only)?.version ?? eegMontageVersion;
