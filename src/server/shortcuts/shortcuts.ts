/** The specification's calls for keyboard shortcuts, as things done with one person's document. */
import { configsOf, firstShortcuts, type StoredShortcuts, withConfigs } from "../../domain/shortcuts/configs.ts";
import type { Document } from "../../protocol/documents.ts";
import type { BodyOf } from "../../protocol/route.ts";
import {
  type KeyboardShortcuts,
  shortcutsKind,
  shortcutsVersion,
  type updateKeyboardShortcuts,
} from "../../protocol/shortcuts.ts";
import { type DocumentDeps, readDocuments, replaceOwn } from "../documents/index.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";

const contentOf = (document: Document | null): StoredShortcuts =>
  document === null ? firstShortcuts : (document.content as StoredShortcuts);

const shortcutsOf = (document: Document | null): KeyboardShortcuts => ({
  configs: configsOf(contentOf(document)),
  revision: document?.revision ?? 0,
  changed_by: document?.changed_by ?? null,
  changed_at: document?.changed_at ?? null,
});

/** Of the kind, where a caller does not say which one they speak. */
const versionOf = ({ kinds }: DocumentDeps): number => kinds.get(shortcutsKind)?.version ?? shortcutsVersion;

/** What a person who never changed any has is the list as it is at first. */
export async function readShortcuts(deps: DocumentDeps, caller: Caller): Promise<KeyboardShortcuts> {
  const kinds = [{ kind: shortcutsKind, version: versionOf(deps) }];
  const [document] = await readDocuments(deps, caller, { kinds });
  return shortcutsOf(document ?? null);
}

/** @throws Refused 400 by the first rule that is broken, 409 with both versions when there is a newer one; as the others */
export async function saveShortcuts(
  deps: DocumentDeps,
  caller: Caller,
  { version = versionOf(deps), revision, configs }: BodyOf<typeof updateKeyboardShortcuts>,
): Promise<KeyboardShortcuts> {
  const saved = await replaceOwn(
    deps,
    caller,
    { kind: shortcutsKind, version, revision: revision ?? null },
    {
      contentOf: (now) => {
        const made = withConfigs(contentOf(now), configs);
        if (!("problem" in made)) return made;
        const { code, sentence } = made.problem;
        throw new Refused(code === "too_many_shortcuts" ? 409 : 400, sentence, undefined, { code });
      },
      conflict: (theirs) => ({ theirs: shortcutsOf(theirs) }),
    },
  );
  return shortcutsOf(saved);
}

/** As it is at first, whatever the revision; ids of custom annotations are not used again. @throws as the others */
export async function resetShortcuts(deps: DocumentDeps, caller: Caller): Promise<KeyboardShortcuts> {
  const reset = await replaceOwn(
    deps,
    caller,
    { kind: shortcutsKind, version: versionOf(deps), revision: null },
    { contentOf: (now) => ({ ...firstShortcuts, next: contentOf(now).next }) },
  );
  return shortcutsOf(reset);
}
