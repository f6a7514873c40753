/** The specification's calls for display groups, as things done with documents. */
import {
  type createLayout,
  type DisplayGroup,
  type DisplayViews,
  type deleteLayout,
  displayGroupKind,
  displayGroupVersion,
  displayViewsKind,
  type getLayouts,
  type modifyLayout,
  type updateWindowProperties,
} from "../../protocol/displays.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import {
  type DisplayGroupContent,
  type DocumentDeps,
  dropDocument,
  makeDocument,
  mergeInto,
  mergeOwn,
  readDocuments,
  replaceDocument,
  seen,
  told,
  write,
} from "../documents/index.ts";
import type { Caller } from "../platform/http/caller.ts";
import { refuse } from "./refusals.ts";
import { isOwnView, knownUpdates, sentUpdates, viewChanges, windowChanges } from "./windows.ts";
import { contentOf, groupOf, scopeOf } from "./wire.ts";

const only = displayGroupKind;
/** What everybody has otherwise began with the first version, and has no other yet. */
const viewsVersion = 1;

/** Display groups that the caller sees, and what they have otherwise in Shared ones. */
export async function readGroups(
  deps: DocumentDeps,
  caller: Caller,
  { layout_ids }: BodyOf<typeof getLayouts>,
): Promise<AnswerOf<typeof getLayouts>> {
  const documents = await readDocuments(
    deps,
    caller,
    { kinds: [{ kind: only, version: versionOf(deps) }] },
    layout_ids,
  );
  const [views] = await readDocuments(deps, caller, { kinds: [{ kind: displayViewsKind, version: viewsVersion }] });
  const layouts = documents.flatMap((document) => {
    try {
      return [groupOf(document, caller.workspaceName)];
    } catch (err) {
      deps.log.warn({ err, document: document.id }, "display.unreadable");
      return [];
    }
  });
  return { layouts, views: (views?.content as { groups: DisplayViews } | undefined)?.groups ?? {} };
}

/** @throws Refused 400, 409, 413, 429 */
export async function makeGroup(
  deps: DocumentDeps,
  caller: Caller,
  { version = versionOf(deps), name, layouts, layout_type, request_key }: BodyOf<typeof createLayout>,
): Promise<DisplayGroup> {
  const scope = scopeOf(layout_type, caller.workspaceName);
  const content = contentOf(layouts, null);
  const form = { kind: only, version, scope, name, content, request_key };
  return groupOf(await makeDocument(deps, caller, form), caller.workspaceName);
}

/** @throws Refused 409 with both versions when there is a newer one; as the others */
export async function saveGroup(
  deps: DocumentDeps,
  caller: Caller,
  { version = versionOf(deps), ...form }: BodyOf<typeof modifyLayout>,
): Promise<DisplayGroup> {
  const { workspaceName } = caller;
  const { layout_id, revision = null, name, layouts, layout_type } = form;
  const scope = scopeOf(layout_type, workspaceName);
  const saved = await replaceDocument(
    deps,
    caller,
    { document_id: layout_id, version, revision, name, content: null },
    {
      only,
      check: (now) => {
        // A group stays where it is: whoever wants it elsewhere makes a copy.
        if (now.scope !== scope) throw refuse(400, "bad_scope", documentsText.refused.badScope);
      },
      contentOf: (now) => contentOf(layouts, now.content as DisplayGroupContent, revision !== null),
      conflict: (theirs) => ({
        theirs: groupOf(theirs, workspaceName),
        yours: { layout_id, revision, name, layouts },
      }),
    },
  );
  return groupOf(saved, workspaceName);
}

/** @throws Refused 409 when there is a newer revision; as the others */
export const dropGroup = (deps: DocumentDeps, caller: Caller, form: BodyOf<typeof deleteLayout>) =>
  dropDocument(
    deps,
    caller,
    { document_id: form.layout_id, revision: form.revision ?? null },
    { only, conflict: (theirs) => ({ theirs: groupOf(theirs, caller.workspaceName) }) },
  );

/**
 * Changes properties of windows: in the group, whatever its revision, or, of a Shared one, what is each person's own in
 * theirs. All of a call or nothing. @throws Refused 409 when another window stands there; as the others
 */
export function updateWindows(
  deps: DocumentDeps,
  caller: Caller,
  { version = versionOf(deps), layout_id, ...sent }: BodyOf<typeof updateWindowProperties>,
): Promise<DisplayGroup> {
  return write(deps, caller, async (writing) => {
    const { document, kind } = await seen(deps, writing, layout_id, only);
    const now = told(kind, document, writing.editor, kind.version);
    const content = now.content as DisplayGroupContent;
    const updates = knownUpdates(content, sentUpdates(sent));
    const isShared = document.scope !== "Personal";
    const own = updates.filter((update) => isShared && isOwnView(update));
    const settings = updates.filter((update) => !own.includes(update));
    const changes = windowChanges(content, settings);
    const views = await viewChanges(writing, { id: layout_id, content, updates: own });
    const ofGroup =
      settings.length > 0 ? await mergeInto(deps, writing, { document_id: layout_id, version, changes }) : undefined;
    const ofViews =
      own.length > 0
        ? await mergeOwn(deps, writing, { kind: displayViewsKind, version: viewsVersion, changes: views })
        : undefined;
    return {
      answer: groupOf(ofGroup?.answer ?? now, caller.workspaceName),
      facts: { document_id: layout_id, document_kind: only },
      grows: `document ${layout_id}`,
      events: [...(ofGroup?.events ?? []), ...(ofViews?.events ?? [])],
    };
  });
}

/** Of the kind, where a caller does not say which one they speak. */
const versionOf = ({ kinds }: DocumentDeps): number => kinds.get(only)?.version ?? displayGroupVersion;
