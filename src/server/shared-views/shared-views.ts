/** Making a link to a view, and opening one. */
import { randomBytes } from "node:crypto";
import { brokenDisplays } from "../../domain/displays.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import {
  type createSharedView,
  type getOwnLinks,
  type getSharedView,
  type SharedViewRefusal,
  sharedViewLimits,
  type withdrawLinks,
} from "../../protocol/shared-views.ts";
import { sharedViewText } from "../../protocol/text/shared-view-text.ts";
import { text } from "../../protocol/text/text.ts";
import { type DocumentDeps, holdsHalfCharacter, write } from "../documents/index.ts";
import { sha256Hex } from "../identity/tokens.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { findView, forgetViews, insertView, linksOf, patientOf, removeLinks, type SharedContent } from "./store.ts";

export interface SharedViewDeps extends DocumentDeps {
  /** So long a link opens. */
  days: number;
}

const { refused } = sharedViewText;
const refuse = (status: number, code: SharedViewRefusal, sentence: string): Refused =>
  new Refused(status, sentence, undefined, { code });

/** Keeps a view. @throws Refused 400, 404 for a recording that the caller does not see, 413, 429 */
export async function makeView(
  deps: SharedViewDeps,
  caller: Caller,
  { data_object_id, display, spans, active }: BodyOf<typeof createSharedView>,
): Promise<AnswerOf<typeof createSharedView>> {
  const content = checked({ display, spans, active });
  return write(deps, caller, async ({ tx, editor }) => {
    const patient = await patientOf(tx, editor, data_object_id);
    if (patient === null) throw noRecording();
    await forgetViews(tx, editor, sharedViewLimits.perPerson - 1);
    const key = randomBytes(sharedViewLimits.keyBytes).toString("base64url");
    const view = { keyHash: sha256Hex(key), recordingId: data_object_id, content, days: deps.days };
    const expires_at = await insertView(tx, editor, view);
    return { answer: { key, expires_at }, facts: { patient_key: patient, recording_id: data_object_id } };
  });
}

/** @throws Refused 404, the same for what never was, has ended, or is of a patient that the caller does not see */
export async function readView(
  { db }: Pick<SharedViewDeps, "db">,
  { session }: Caller,
  { data_object_id, key }: BodyOf<typeof getSharedView>,
): Promise<AnswerOf<typeof getSharedView>> {
  const found = await findView(db, session, { keyHash: sha256Hex(key), recordingId: data_object_id });
  if (found === null) throw refuse(404, "shared_view_not_found", refused.notFound);
  const { content, madeBy, name, madeAt } = found;
  const { display, spans, active } = content;
  return {
    ...{ display, active, spans: [...spans] },
    ...{ made_by: name || sharedViewText.unknown, made_at: madeAt, is_own: madeBy === session.userId },
  };
}

/** @throws Refused 404 for a recording that the caller does not see */
export async function ownLinks(
  { db }: Pick<SharedViewDeps, "db">,
  { session }: Caller,
  { data_object_id }: BodyOf<typeof getOwnLinks>,
): Promise<AnswerOf<typeof getOwnLinks>> {
  if ((await patientOf(db, session, data_object_id)) === null) throw noRecording();
  return { links: await linksOf(db, session, data_object_id) };
}

/** @throws Refused 404 for a recording that the caller does not see, 429 */
export async function withdraw(
  deps: SharedViewDeps,
  caller: Caller,
  { data_object_id, ids }: BodyOf<typeof withdrawLinks>,
): Promise<AnswerOf<typeof withdrawLinks>> {
  return write(deps, caller, async ({ tx, editor }) => {
    const patient = await patientOf(tx, editor, data_object_id);
    if (patient === null) throw noRecording();
    const withdrawn = await removeLinks(tx, editor, data_object_id, ids);
    const facts = { patient_key: patient, recording_id: data_object_id, links: withdrawn.length };
    return { answer: { ids: withdrawn }, facts };
  });
}

const noRecording = () => refuse(404, "recording_not_found", text.notFound.recording);

/** What is kept of the display of a call: by the rules of displays, spans of its own windows. @throws Refused 400, 413 */
function checked({ display, spans, active }: SharedContent): SharedContent {
  const { name, cssGridTemplate, areas } = display;
  const broken = brokenDisplays([display]);
  if (broken !== null) throw refuse(400, "bad_shared_view", broken.message);
  const letters = new Set(areas.map(({ area }) => area));
  const isSound =
    letters.size === areas.length &&
    letters.has(active) &&
    spans.every(({ area, start_ms, end_ms }) => letters.has(area) && start_ms < end_ms) &&
    new Set(spans.map(({ area }) => area)).size === spans.length;
  if (!isSound) throw refuse(400, "bad_shared_view", refused.bad);
  const content: SharedContent = { display: { name: name.trim(), cssGridTemplate, areas }, spans, active };
  const { bytes } = sharedViewLimits;
  const json = JSON.stringify(content);
  if (Buffer.byteLength(json) > bytes) throw refuse(413, "shared_view_too_large", refused.tooLarge(bytes / 1024));
  if (holdsHalfCharacter(json)) throw refuse(400, "bad_shared_view", refused.bad);
  return content;
}
