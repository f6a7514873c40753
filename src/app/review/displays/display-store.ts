/**
 * The display groups that a reader sees, which display is chosen, and what of it is not saved yet. Changes of structure are
 * made over the newest version, one after another; single properties of windows are sent together after a rest.
 */
import { proxy, ref } from "valtio";
import { copyName, type EditedDisplays, withDisplay } from "../../../domain/displays.ts";
import {
  type Display,
  type DisplayForm,
  type DisplayGroup,
  type DisplayViews,
  displayLimits,
  viewProperties,
  type WindowUpdate,
} from "../../../protocol/displays.ts";
import type { DocumentChanged } from "../../../protocol/news.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";

/** Why a call failed: "changed", there is a newer version; "refused", it is not allowed; "away", it may succeed later. */
export interface CallFailure {
  readonly kind: "changed" | "refused" | "away";
  readonly reason: string;
}

export interface DisplayStoreDeps {
  ask(ids?: readonly number[]): Promise<{ layouts: DisplayGroup[]; views: DisplayViews }>;
  create(name: string, layouts: readonly DisplayForm[], type: string): Promise<DisplayGroup>;
  modify(group: DisplayGroup, name: string, layouts: readonly DisplayForm[]): Promise<DisplayGroup>;
  remove(group: DisplayGroup): Promise<unknown>;
  update(groupId: number, updates: readonly WindowUpdate[]): Promise<DisplayGroup>;
  failureOf(error: unknown): CallFailure;
  /** Says why something could not be kept. */
  tell(reason: string): void;
  /** Which display was chosen last, on any computer. */
  remembered(): Chosen | null;
  remember(chosen: Chosen): void;
  /** Returns the function that takes it back. */
  later(work: () => void, ms: number): () => void;
}

/** A display by its group; null: none of the group's. */
export interface Chosen {
  readonly group: number;
  readonly display: number | null;
}

export interface DisplayState {
  status: "loading" | "ready" | "failed";
  /** Why the groups could not be fetched. */
  failure: string | null;
  /** Personal ones first, each part by name. Replaced, never written into. */
  groups: readonly DisplayGroup[];
  views: DisplayViews;
  /** Null while there is no group, or none is chosen any more. */
  chosen: Chosen | null;
  /** Why properties of windows are not saved yet; null: all are, or are on their way. */
  waiting: string | null;
}

/** Whether a property of a window is each person's own in a Shared display. */
export const isViewProperty = (name: string): boolean => (viewProperties as readonly string[]).includes(name);

/** Properties rest this long before they are sent, and this long before they are sent again. */
const restMs = { first: 600, again: 5000 } as const;
const mostTries = 4;
/** Of one call. */
const mostUpdates = 100;

type Layouts = readonly DisplayForm[];

const inOrder = (groups: readonly DisplayGroup[]) =>
  groups.toSorted(
    (a, b) =>
      Number(a.type !== "personal") - Number(b.type !== "personal") || a.name.localeCompare(b.name) || a.id - b.id,
  );

/** Makes the store of a review. Its actions throw an Error with a sentence; what it does by itself never throws. */
export function makeDisplayStore(deps: DisplayStoreDeps) {
  const state = proxy<DisplayState>({
    status: "loading",
    failure: null,
    groups: ref([]),
    views: ref({}),
    chosen: null,
    waiting: null,
  });
  let isGone = false;
  /** Changes of structure, one after another. */
  let last: Promise<unknown> = Promise.resolve();
  const pending = new Map<string, { group: number; update: WindowUpdate }>();
  let takeBack = () => {};
  let isSending = false;
  let reading: Promise<void> | null = null;
  /** Answers to changes so far: a list that was asked for before one of them is of before it. */
  let answers = 0;

  const groupOf = (id: number) => state.groups.find((group) => group.id === id);
  const put = (...answered: readonly DisplayGroup[]) => {
    const ids = new Set(answered.map(({ id }) => id));
    const kept = state.groups.filter(({ id }) => !ids.has(id));
    state.groups = ref(inOrder(withPending([...kept, ...answered])));
  };
  /** A group, or views, with properties that are not saved yet. */
  const withPending = (groups: readonly DisplayGroup[]) =>
    [...pending.values()].reduce((all, { group: id, update }) => {
      if (isOwnView(groupOf(id), update)) return all;
      return all.map((group) => (group.id === id ? withProperty(group, update) : group));
    }, groups);
  const viewsWithPending = (views: DisplayViews) =>
    [...pending.values()].reduce(
      (all, { group: id, update }) => (isOwnView(groupOf(id), update) ? withView(all, id, update) : all),
      views,
    );
  const drop = (id: number) => {
    answers++;
    state.groups = ref(state.groups.filter((group) => group.id !== id));
    if (state.chosen?.group === id) chooseGroup(state.groups[0]?.id ?? null);
  };
  const choose = (chosen: Chosen | null) => {
    state.chosen = chosen;
    if (chosen !== null) deps.remember(chosen);
  };
  function chooseGroup(id: number | null): void {
    const group = id === null ? undefined : groupOf(id);
    choose(group === undefined ? null : { group: group.id, display: group.layouts[0]?.id ?? null });
  }

  /** What was chosen is still there, else the nearest thing. */
  function keepChosen(): void {
    const wanted = state.chosen ?? deps.remembered();
    const group = wanted === null ? undefined : groupOf(wanted.group);
    if (group === undefined) {
      const [first] = state.groups;
      state.chosen = first === undefined ? null : { group: first.id, display: first.layouts[0]?.id ?? null };
      return;
    }
    const display = group.layouts.some(({ id }) => id === wanted?.display) ? (wanted?.display ?? null) : null;
    const isFirstTime = state.chosen === null;
    state.chosen = { group: group.id, display: display ?? (isFirstTime ? (group.layouts[0]?.id ?? null) : null) };
  }

  async function read(): Promise<void> {
    try {
      const before = answers;
      const { layouts, views } = await deps.ask();
      if (isGone) return;
      if (answers !== before) return await read();
      state.groups = ref(inOrder(withPending(layouts)));
      state.views = ref(viewsWithPending(views));
      keepChosen();
      state.failure = null;
      state.status = "ready";
    } catch (error) {
      if (isGone) return;
      // What is here is kept: it is older, not wrong.
      if (state.status !== "ready") {
        state.failure = deps.failureOf(error).reason;
        state.status = "failed";
      }
    }
  }
  const reload = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };

  /** Makes a change over the newest version of a group, however often that has changed meanwhile. */
  function change(
    id: number,
    name: string | null,
    edit: (layouts: Layouts) => EditedDisplays,
    { isShown } = { isShown: false },
  ): Promise<DisplayGroup> {
    const work = async (): Promise<DisplayGroup> => {
      for (let tries = 1; ; tries++) {
        const group = groupOf(id);
        if (group === undefined) throw new Error(displayBarText.groupGone);
        const edited = edit(group.layouts);
        if ("refused" in edited) throw new Error(edited.refused);
        const isAsBefore = edited.layouts === group.layouts && (name === null || name === group.name);
        if (isAsBefore && !isShown) return group;
        try {
          const answered = await deps.modify(group, name ?? group.name, edited.layouts);
          answers++;
          put(answered);
          return answered;
        } catch (error) {
          const { kind, reason } = deps.failureOf(error);
          if (kind !== "changed" || tries === mostTries) throw new Error(reason);
          await reload();
        }
      }
    };
    return inTurn(work);
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work);
    last = done.catch(() => {});
    return done;
  }

  const sentenceOf = (error: unknown) => new Error(deps.failureOf(error).reason);

  async function flush(): Promise<void> {
    if (isSending || pending.size === 0) return;
    takeBack();
    isSending = true;
    const [[, { group }]] = pending;
    const sent = [...pending].filter(([, each]) => each.group === group).slice(0, mostUpdates);
    try {
      const answered = await deps.update(
        group,
        sent.map(([, { update }]) => update),
      );
      for (const [key, each] of sent) if (pending.get(key) === each) pending.delete(key);
      answers++;
      if (!isGone) {
        put(answered);
        state.waiting = null;
      }
      isSending = false;
      void flush();
    } catch (error) {
      const { kind, reason } = deps.failureOf(error);
      isSending = false;
      if (kind === "away") {
        state.waiting = reason;
        takeBack = deps.later(() => void flush(), restMs.again);
        return;
      }
      for (const [key, each] of sent) if (pending.get(key) === each) pending.delete(key);
      state.waiting = null;
      if (!isGone) {
        deps.tell(reason);
        void reload();
      }
      void flush();
    }
  }

  void reload();
  return {
    state,
    reload: () => {
      if (state.status === "failed") state.status = "loading";
      return reload();
    },
    group: groupOf,
    display(chosen: Chosen): Display | undefined {
      return groupOf(chosen.group)?.layouts.find(({ id }) => id === chosen.display);
    },
    chooseGroup,
    chooseDisplay: (group: number, display: number) => choose({ group, display }),

    /** @throws Error with a sentence, as all that follow */
    async addGroup(name: string, type: string, layouts: Layouts): Promise<void> {
      const answered = await deps.create(name, layouts, type).catch((error) => {
        throw sentenceOf(error);
      });
      answers++;
      put(answered);
      chooseGroup(answered.id);
    },
    renameGroup: (id: number, name: string) => change(id, name, (layouts) => ({ layouts })),
    async deleteGroup(id: number): Promise<void> {
      await inTurn(async () => {
        const group = groupOf(id);
        if (group === undefined) return;
        await deps.remove(group).catch(async (error) => {
          if (deps.failureOf(error).kind === "changed") await reload();
          throw sentenceOf(error);
        });
        drop(id);
      });
    },
    change,
    /** The same for an edit that gives the same when it is made twice: shown at once, taken back when it is refused. */
    async changeAtOnce(id: number, edit: (layouts: Layouts) => EditedDisplays): Promise<void> {
      const before = groupOf(id);
      const edited = before === undefined ? null : edit(before.layouts);
      if (before === undefined || edited === null || "refused" in edited || edited.layouts === before.layouts) return;
      const shown = { ...before, layouts: edited.layouts as DisplayGroup["layouts"] };
      put(shown);
      try {
        await change(id, null, edit, { isShown: true });
      } catch (error) {
        if (groupOf(id) === shown) put(before);
        deps.tell(error instanceof Error ? error.message : String(error));
      }
    },

    /** With a display behind the others that is a copy of one with this name. */
    withCopyOf: (layouts: Layouts, display: DisplayForm): EditedDisplays =>
      withDisplay(layouts, { ...display, name: copyName(display.name, displayLimits.displayName) }),

    /** A property of a window has another value; undefined: it has none any more. */
    setProperty(group: number, update: WindowUpdate): void {
      const { display_id, window_id, property_name } = update;
      pending.set(JSON.stringify([group, display_id, window_id, property_name]), { group, update });
      const known = groupOf(group);
      if (known !== undefined) put(known);
      state.views = ref(viewsWithPending(state.views));
      takeBack();
      takeBack = deps.later(() => void flush(), restMs.first);
    },
    /** Sends at once what waits. */
    saveNow: () => void flush(),

    /** The server has news of documents; null: it may have missed some. */
    hear(news: DocumentChanged): void {
      if (news !== null && (groupOf(news.id)?.revision ?? -1) >= news.revision) return;
      void reload();
    },
    [Symbol.dispose]() {
      void flush();
      isGone = true;
    },
  };
}

/** Whether it goes to what the reader has otherwise in a Shared display. */
const isOwnView = (group: DisplayGroup | undefined, { property_name }: WindowUpdate): boolean =>
  group !== undefined && group.type !== "personal" && isViewProperty(property_name);

function withProperty(group: DisplayGroup, update: WindowUpdate): DisplayGroup {
  const { display_id, window_id, componentId, version, property_name, value } = update;
  return {
    ...group,
    layouts: group.layouts.map((display) =>
      display.id !== display_id
        ? display
        : {
            ...display,
            areas: display.areas.map((each) =>
              each.area === window_id && each.componentId === componentId && each.version === version
                ? { ...each, props: { ...each.props, [property_name]: value } }
                : each,
            ),
          },
    ),
  };
}

function withView(views: DisplayViews, group: number, update: WindowUpdate): DisplayViews {
  const { display_id, window_id, property_name, value } = update;
  const own = views[group] ?? {};
  const windows = own[display_id] ?? {};
  const view = { ...windows[window_id], [property_name]: value };
  return { ...views, [group]: { ...own, [display_id]: { ...windows, [window_id]: view } } };
}

export type DisplayStore = ReturnType<typeof makeDisplayStore>;
