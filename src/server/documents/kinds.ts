/** What a kind of document is, and the catalogue of them: the only place that tells one kind from another. */
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { DocumentScope } from "../../protocol/documents.ts";
import type { Needs } from "../../protocol/route.ts";
import { analysis } from "./kinds/analysis.ts";
import { displayGroup } from "./kinds/display-group.ts";
import { displayViews } from "./kinds/display-views.ts";
import { eegMontage } from "./kinds/eeg-montage.ts";
import { keyboardShortcuts } from "./kinds/keyboard-shortcuts.ts";
import { personalSettings } from "./kinds/personal-settings.ts";

/** From one version of a content to the next, and back for pages that are older than the server. */
export interface DocumentMigration {
  up(content: Content): Content;
  down(content: Content): Content;
}

/** A content is an object; what it holds is its kind's business. */
export type Content = Readonly<Record<string, unknown>>;

export interface DocumentKind {
  /** As in calls and rows; never changes. */
  readonly kind: string;
  /** Of a content, in the version of today. Contents that are something else are refused. */
  readonly schema: TSchema;
  /** Number k leads from version k + 1 to k + 2: their number plus one is the version of today. */
  readonly migrations: readonly DocumentMigration[];
  /** One content of each version, oldest first, as it was written then: what the migrations are tested with. */
  readonly examples: readonly Content[];
  /** Where documents of the kind may be made. */
  readonly scopes: readonly Exclude<DocumentScope, "Standard">[];
  /** Besides being signed in. */
  readonly needs: Needs;
  /** Everybody has one of their own at most, without a name; it begins as this. Null: there are several. */
  readonly own: Content | null;
  /** Paths of the properties that may be changed by themselves; "*" is any name. */
  readonly properties: readonly (readonly string[])[];
  /** What else is wrong with a content that is as the schema says; "bad" where no screen of ours sends such. */
  readonly problem?: (content: Content) => ContentProblem | "bad" | null;
  readonly limits: {
    /** Of a content as JSON. */
    readonly bytes: number;
    /** Documents that one person made. */
    readonly perPerson: number;
    /** Shared ones of a workspace. */
    readonly shared: number;
    /** Characters of a name; 0: they have none. */
    readonly name: number;
  };
}

/** Why a content is refused, by a rule of its kind. */
export interface ContentProblem {
  readonly status: 400 | 409;
  readonly code: string;
  readonly sentence: string;
}

export interface KnownKind extends DocumentKind {
  readonly version: number;
  /** Whether a content of today's version is as it must be. */
  isContent(content: unknown): content is Content;
}

export type DocumentKinds = ReadonlyMap<string, KnownKind>;

/** Makes a catalogue. @throws Error when a kind contradicts itself */
export function catalogueOf(kinds: readonly DocumentKind[]): DocumentKinds {
  return new Map(
    kinds.map((kind) => {
      const version = kind.migrations.length + 1;
      if (kind.examples.length !== version) throw new Error(`${kind.kind}: one example for each version.`);
      const compiled = Compile(kind.schema);
      const isContent = (content: unknown): content is Content => compiled.Check(content);
      if (kind.own !== null && !isContent(kind.own)) throw new Error(`${kind.kind}: begins as it must not be.`);
      return [kind.kind, { ...kind, version, isContent }];
    }),
  );
}

/** Every kind there is. Review configurations and templates come as a line each. */
export const documentKinds: DocumentKinds = catalogueOf([
  personalSettings,
  analysis,
  displayGroup,
  displayViews,
  eegMontage,
  keyboardShortcuts,
]);
