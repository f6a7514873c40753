/**
 * The montages of people that a reader sees: their own and those that their workspace shares. Read once for a review, then one
 * by one as the server tells of changes. The Standard ones are part of the page.
 */
import { proxy, ref } from "valtio";
import { copyName } from "../../../domain/displays.ts";
import {
  isSameChannels,
  keptChannels,
  type MontageDefinition,
  savedName,
} from "../../../domain/montage/own-montage.ts";
import { compareNames } from "../../../domain/name-order.ts";
import {
  type EegMontage,
  type MontageChannel,
  type MontageType,
  montageIdOf,
  montageLimits,
} from "../../../protocol/montages.ts";
import type { DocumentChanged } from "../../../protocol/news.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { montageText } from "../../../protocol/text/montage-text.ts";

/** A montage of people as it was told; never written into. */
export type HeldMontage = Readonly<Omit<EegMontage, "channels">> & MontageDefinition;

export interface NewMontage {
  /** Until it is made. */
  readonly id: number;
  readonly name: string;
  readonly channels: readonly MontageChannel[];
  readonly type: Exclude<MontageType, "Standard">;
}

/** "changed": there is a newer revision; "gone": there is none any more, for this reader. */
export interface MontageFailure {
  readonly kind: "changed" | "gone" | "other";
  readonly reason: string;
}

export interface MontageStoreDeps {
  /** `ids`: these only. */
  ask(ids?: readonly number[]): Promise<readonly HeldMontage[]>;
  create(made: NewMontage): Promise<HeldMontage>;
  modify(montage: HeldMontage, name: string, channels: readonly MontageChannel[]): Promise<HeldMontage>;
  remove(montage: HeldMontage): Promise<unknown>;
  failureOf(error: unknown): MontageFailure;
  /** Whether calls would be made in the name of whoever's montages these are. */
  mayWrite(): boolean;
  /** Says why the montages could not be fetched. */
  tell(reason: string): void;
}

export interface MontageState {
  status: "loading" | "ready" | "failed";
  /** Why they could not be fetched. */
  failure: string | null;
  /** By name. Replaced, never written into: who is given it may compare it by identity. */
  people: readonly HeldMontage[];
}

/** Where windows find the montages of people: the store, or a draft that is previewed. */
export interface MontageSource {
  /** A proxy. */
  readonly state: Readonly<Pick<MontageState, "people" | "status">>;
  /** What one was called that is not there any more; null: it was never seen. */
  lastName(id: number): string | null;
}

/** What became of a save. */
export type Saved =
  | { readonly kind: "saved"; readonly montage: HeldMontage }
  | { readonly kind: "changed"; readonly theirs: HeldMontage }
  | { readonly kind: "gone" };

const mostTries = 4;
const inOrder = (montages: readonly HeldMontage[]) =>
  montages.toSorted((a, b) => compareNames(a.name, b.name) || a.id - b.id);

/** Makes the store of a review. Its actions throw an Error with a sentence; what it does by itself never throws. */
export function makeMontageStore(deps: MontageStoreDeps) {
  const state = proxy<MontageState>({ status: "loading", failure: null, people: ref([]) });
  const lastNames = new Map<number, string>();
  let isGone = false;
  let reading: Promise<void> | null = null;
  /** Answers and news so far: a list that was asked for before one of them may be of before it. */
  let answers = 0;
  const find = (id: number) => state.people.find((montage) => montage.id === id);

  function draw(people: readonly HeldMontage[]): void {
    for (const { id, name } of state.people) lastNames.set(id, name);
    const next = inOrder(people);
    const isSame = next.length === state.people.length && next.every((montage, k) => montage === state.people[k]);
    // Read again after each connection: windows are drawn anew only where something has changed.
    if (!isSame) state.people = ref(next);
  }
  /** Takes an answer; one of before what is known is left. */
  function take(told: HeldMontage): HeldMontage {
    answers++;
    if (!isGone && (find(told.id)?.revision ?? -1) <= told.revision)
      draw([...state.people.filter(({ id }) => id !== told.id), told]);
    return told;
  }
  function drop(id: number): void {
    answers++;
    if (!isGone && find(id) !== undefined) draw(state.people.filter((montage) => montage.id !== id));
  }

  async function read(): Promise<void> {
    try {
      const before = answers;
      const told = await deps.ask();
      if (isGone) return;
      if (answers !== before) return await read();
      const known = new Map(state.people.map((montage) => [montage.id, montage]));
      // What has not changed stays the same object: what is drawn of it is not made anew.
      draw(
        told
          .filter(({ type }) => type !== "Standard")
          .map(
            (montage) =>
              (known.get(montage.id)?.revision === montage.revision ? known.get(montage.id) : montage) ?? montage,
          ),
      );
      state.failure = null;
      state.status = "ready";
    } catch (error) {
      // What is here is kept: it is older, not wrong.
      if (isGone || state.status === "ready") return;
      const { reason } = deps.failureOf(error);
      const isTold = state.failure === reason;
      state.failure = reason;
      state.status = "failed";
      if (!isTold) deps.tell(montageText.failedWhy(reason));
    }
  }
  const reload = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  /** One of them anew; null: the reader sees none of this id. */
  async function readOne(id: number): Promise<HeldMontage | null> {
    const [told] = await deps.ask([id]);
    if (told !== undefined) return take(told);
    drop(id);
    return null;
  }

  const demandOwn = () => {
    if (!deps.mayWrite()) throw new Error(displayBarText.signedOut);
  };
  const sentenceOf = (error: unknown) => new Error(deps.failureOf(error).reason);

  /** Saves over the version that `from` is, and over no other. */
  async function saveOver(from: HeldMontage, name: string, channels: readonly MontageChannel[]): Promise<Saved> {
    demandOwn();
    const named = savedName(name, from.name);
    try {
      const montage = take(await deps.modify(from, named, keptChannels(channels)));
      return { kind: "saved", montage };
    } catch (error) {
      const { kind } = deps.failureOf(error);
      if (kind === "other") throw sentenceOf(error);
      const theirs = await readOne(from.id).catch((failed) => {
        throw sentenceOf(failed);
      });
      if (theirs === null) return { kind: "gone" };
      // It was saved, and only the answer was lost.
      if (theirs.name === named && isSameChannels(theirs.channels, channels)) return { kind: "saved", montage: theirs };
      return { kind: "changed", theirs };
    }
  }

  void reload();
  return {
    state,
    reload,
    find,
    lastName: (id: number): string | null => lastNames.get(id) ?? null,
    save: saveOver,
    async add(made: NewMontage): Promise<HeldMontage> {
      demandOwn();
      const form = { ...made, name: savedName(made.name, ""), channels: keptChannels(made.channels) };
      return take(
        await deps.create(form).catch((error) => {
          throw sentenceOf(error);
        }),
      );
    },
    /** A blank or unchanged name makes no call (spec 001 section 5). The channels stay as they are by then. */
    async rename(id: number, typed: string): Promise<void> {
      const name = typed.trim();
      for (let tries = 1; ; tries++) {
        const montage = find(id);
        if (montage === undefined) throw new Error(montageText.gone);
        if (name === "" || name === montage.name) return;
        const saved = await saveOver(montage, name, montage.channels);
        if (saved.kind === "saved") return;
        if (saved.kind === "gone") throw new Error(montageText.gone);
        if (tries === mostTries) throw new Error(montageText.editor.changed(saved.theirs.changed_by, ""));
      }
    },
    /** A copy is whoever makes it's; a blank name is the default one. */
    copy(
      original: Pick<MontageDefinition, "name" | "channels">,
      { name, type, nowMs }: { name: string; type: NewMontage["type"]; nowMs: number },
    ): Promise<HeldMontage> {
      const named = name.trim() === "" ? copyName(original.name, montageLimits.name) : name;
      return this.add({ id: nowMs, name: named, channels: original.channels, type });
    },
    async remove(id: number): Promise<void> {
      demandOwn();
      const montage = find(id);
      if (montage === undefined) return;
      try {
        await deps.remove(montage);
      } catch (error) {
        const { kind, reason } = deps.failureOf(error);
        if (kind !== "other") await readOne(id).catch(() => {});
        if (kind !== "gone") throw new Error(reason);
      }
      drop(id);
    },
    /** The server has news of documents; null: it may have missed some. */
    hear(news: DocumentChanged): void {
      if (news === null) {
        answers++;
        void reload();
        return;
      }
      const id = montageIdOf(news.id);
      if ((find(id)?.revision ?? -1) >= news.revision) return;
      void readOne(id).catch(() => reload());
    },
    [Symbol.dispose](): void {
      isGone = true;
    },
  };
}

export type MontageStore = ReturnType<typeof makeMontageStore>;
