/**
 * The settings of whoever is signed in: what is chosen counts at once, is sent one after another, and is tried again while the
 * server is away. The copy of this browser (settings-copy.ts) is what all of its tabs work on.
 */
import { proxy } from "valtio";
import { withChange, withChanges, withoutSaved } from "../../domain/document-changes.ts";
import { type Document, mostPropertyChanges, type PropertyChange } from "../../protocol/documents.ts";
import type { DocumentChanged } from "../../protocol/news.ts";
import { type PersonalSettings, personalSettingsKind } from "../../protocol/personal-settings.ts";
import type { SettingsCopy } from "./settings-copy.ts";

/** Why a call failed. */
export type CallFailure =
  | { readonly kind: "refused" | "away"; readonly reason: string }
  /** Nobody is signed in any more: what is not saved waits for the same person. */
  | { readonly kind: "signed out" };

export interface SettingsDeps {
  copy: { read(): SettingsCopy | null; write(copy: SettingsCopy | null): void };
  old: { read(): readonly PropertyChange[]; forget(): void };
  /** The person's document; null when there is none. */
  ask(): Promise<Document | null>;
  send(changes: readonly PropertyChange[], isFirst: boolean): Promise<Document>;
  failureOf(error: unknown): CallFailure;
  /** Says why a choice could not be kept. */
  tellRefused(reason: string): void;
  /** Returns the function that takes it back. */
  later(work: () => void, ms: number): () => void;
}

export interface SettingsState {
  /** As they count now. What nobody chose is not there. */
  shown: PersonalSettings;
  /** Why what was chosen is not saved yet; null: all is. */
  waiting: string | null;
}

/** Until a failed call is made again, and the longest that this grows to. */
const retryMs = { first: 3000, longest: 60_000 } as const;

const contentOf = ({ content }: Document) => content as PersonalSettings;

/** Makes the store of a page. Nothing of it throws. */
export function makeSettingsStore(world: SettingsDeps) {
  const state = proxy<SettingsState>({ shown: {}, waiting: null });
  /** Null: nobody is signed in. */
  let copy: SettingsCopy | null = null;
  let isSending = false;
  /** The newest revision there was news of. */
  let heard = 0;
  let retryAfterMs: number = retryMs.first;
  let giveUpRetry = () => {};

  const show = () => {
    const { content, first, pending } = copy ?? { content: {}, first: [], pending: [] };
    const shown = (withChanges(content, [...first, ...pending]) ?? {}) as PersonalSettings;
    if (JSON.stringify(shown) !== JSON.stringify(state.shown)) state.shown = shown;
  };
  /** Changes the copy as it is now: another tab may have written it. */
  const keep = (change: (now: SettingsCopy) => SettingsCopy) => {
    if (copy === null) return;
    const stored = world.copy.read();
    copy = change(stored?.owner === copy.owner ? stored : copy);
    world.copy.write(copy);
    show();
  };
  const retry = (work: () => void) => {
    giveUpRetry();
    giveUpRetry = world.later(work, retryAfterMs);
    retryAfterMs = Math.min(2 * retryAfterMs, retryMs.longest);
  };

  const take = (document: Document | null) => {
    const first = document === null ? world.old.read() : [];
    keep((now) =>
      document === null
        ? { ...now, revision: 0, content: {}, first: now.first.length > 0 ? now.first : first }
        : { ...now, revision: document.revision, content: contentOf(document), first: [] },
    );
    world.old.forget();
    retryAfterMs = retryMs.first;
    void flush();
  };
  const read = async (asking: Promise<Document | null>) => {
    const before = copy;
    try {
      const document = await asking;
      if (copy === null || copy.owner !== before?.owner) return;
      // Saved meanwhile, here or in another tab: the answer may be from before that.
      if (copy.revision !== before.revision && (document?.revision ?? 0) <= copy.revision) return;
      take(document);
    } catch (error) {
      if (copy?.owner === before?.owner && world.failureOf(error).kind === "away") retry(readAgain);
    }
  };
  const readAgain = () => {
    heard = 0;
    void read(world.ask());
  };

  async function flush(): Promise<void> {
    if (isSending || copy === null) return;
    const { owner, first, pending } = copy;
    const isFirst = first.length > 0;
    const sent = isFirst ? first : pending.slice(0, mostPropertyChanges);
    if (sent.length === 0) return;
    isSending = true;
    giveUpRetry();
    let isAgain = true;
    try {
      const document = await world.send(sent, isFirst);
      if (copy?.owner !== owner) return;
      retryAfterMs = retryMs.first;
      state.waiting = null;
      keep((now) => ({
        ...now,
        revision: document.revision,
        content: contentOf(document),
        first: isFirst ? [] : now.first,
        pending: isFirst ? now.pending : withoutSaved(now.pending, sent),
      }));
    } catch (error) {
      const failure = world.failureOf(error);
      if (copy?.owner !== owner) return;
      isAgain = failure.kind === "refused";
      if (failure.kind === "refused") {
        keep((now) => ({ ...now, first: isFirst ? [] : now.first, pending: withoutSaved(now.pending, sent) }));
        state.waiting = null;
        world.tellRefused(failure.reason);
      } else if (failure.kind === "away") {
        state.waiting = failure.reason;
        retry(() => void flush());
      }
    } finally {
      isSending = false;
      if (copy?.owner !== owner) void flush();
      else if (isAgain) {
        if (heard > copy.revision) readAgain();
        void flush();
      }
    }
  }

  return {
    state,

    /** The page opens for somebody who is signed in and not known yet: they see what this browser has of them. False: nothing. */
    begin(): boolean {
      const kept = world.copy.read();
      const shown =
        kept === null ? withChanges({}, world.old.read()) : withChanges(kept.content, [...kept.first, ...kept.pending]);
      state.shown = (shown ?? {}) as PersonalSettings;
      return kept !== null;
    },

    /** It is known who is signed in. `asking`: the question that is under way. */
    enter(owner: string, asking: Promise<Document | null>): void {
      const kept = world.copy.read();
      if (copy?.owner !== owner) heard = 0;
      copy = kept?.owner === owner ? kept : { owner, revision: 0, content: {}, first: [], pending: [] };
      world.copy.write(copy);
      show();
      void read(asking);
    },

    /** Nobody is signed in any more, or somebody else is: nothing of these settings stays in this browser. */
    leave(): void {
      giveUpRetry();
      const kept = world.copy.read();
      if (kept === null || copy === null || kept.owner === copy.owner) world.copy.write(null);
      copy = null;
      state.waiting = null;
      show();
    },

    /** Chosen just now; undefined: not any more. */
    choose(...changes: readonly PropertyChange[]): void {
      if (copy === null) state.shown = (withChanges(state.shown, changes) ?? {}) as PersonalSettings;
      keep((now) => ({ ...now, pending: changes.reduce<readonly PropertyChange[]>(withChange, now.pending) }));
      void flush();
    },

    /** Tries at once what waits. */
    tryNow(): void {
      void flush();
    },

    /** Another tab of this browser wrote the copy. */
    adopt(kept: SettingsCopy | null): void {
      if (copy === null || kept?.owner !== copy.owner) return;
      copy = kept;
      if (kept.pending.length === 0 && kept.first.length === 0) state.waiting = null;
      show();
    },

    /** The server has news of documents; null: it may have missed some. */
    hear(news: DocumentChanged): void {
      if (copy === null || (news !== null && news.kind !== personalSettingsKind)) return;
      heard = news === null ? Number.POSITIVE_INFINITY : Math.max(heard, news.revision);
      if (!isSending && heard > copy.revision) readAgain();
    },
  };
}

export type SettingsStore = ReturnType<typeof makeSettingsStore>;
