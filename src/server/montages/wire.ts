/** A montage as the specification's calls carry it, and as its document holds it. */
import { standardMontages } from "../../domain/montage/standard-montages.ts";
import type { Document } from "../../protocol/documents.ts";
import { type EegMontage, montageIdOf } from "../../protocol/montages.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import type { EegMontageContent } from "../documents/index.ts";

export function montageOf({ content, id, name, scope, ...document }: Document): EegMontage {
  const { channels } = content as EegMontageContent;
  const { user_id, revision, is_own, may_change, changed_by, changed_at } = document;
  return {
    ...{ id: montageIdOf(id), name, channels, type: scope },
    ...{ user_id, revision, is_own, may_change, changed_by, changed_at },
  };
}

/** The built-in table as calls tell it. */
export const standardOnes: readonly EegMontage[] = standardMontages.map(({ id, name, chains }) => ({
  ...{ id, name, type: "Standard", channels: chains.flat() },
  ...{ user_id: null, revision: 0, is_own: false, may_change: false },
  ...{ changed_by: documentsText.unknown, changed_at: 0 },
}));
