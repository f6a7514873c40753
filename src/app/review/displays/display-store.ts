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
  type WindowUpdate,
} from "../../../protocol/displays.ts";
import { mostPropertyChanges } from "../../../protocol/documents.ts";
import type { DocumentChanged } from "../../../protocol/news.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { inOrder, keptChoice, lostDisplay } from "./display-choice.ts";
import { structureOf } from "./display-document.ts";
import type { Changer, Chosen, DisplayState, DisplayStoreDeps } from "./display-store-types.ts";
import { type Edit, isOwnView, type Layouts, withEdit, withProperty, withView } from "./overlay.ts";
import type { Visited } from "./visited.ts";
import { isOfClosed, nextUpdates, type Waiting, windowKey } from "./waiting-properties.ts";

/** Properties rest this long before they are sent, and this long before they are sent again. */
const restMs = { first: 600, again: 5000 } as const;
const mostTries = 4;

/** Makes the store of a review. Its actions throw an Error with a sentence; what it does by itself never throws. */
export function makeDisplayStore(deps: DisplayStoreDeps) {
  const state = proxy<DisplayState>({
    status: "loading",
    failure: null,
    groups: ref([]),
    views: ref({}),
    chosen: null,
    visited: null,
    waiting: null,
    isSaving: false,
    savedAtMs: null,
  });
  let isGone = false;
  /** As the server said last; what is not there yet, changes under way and properties, is laid over them. */
  let told: readonly DisplayGroup[] = [];
  let toldViews: DisplayViews = {};
  const edits = new Set<{ readonly group: number; readonly edit: Edit }>();
  const pending = new Map<string, Waiting>();
  /** Those of them that are on their way as the page goes. */
  const leaving = new Set<Waiting>();
  /** Who changed the structure of a display last, as far as it was seen. By group and display. */
  const changers = new Map<string, Changer>();
  /** Windows whose saving is waited for, and why it was refused. */
  const awaited = new Map<string, string | null>();
  /** Changes of structure and properties, one after another. */
  let last: Promise<unknown> = Promise.resolve();
  /** How many of them there are. */
  let underWay = 0;
  let takeBack = () => {};
  let reading: Promise<void> | null = null;
  /** Answers and news so far: a list that was asked for before one of them may be of before it. */
  let answers = 0;

  const groupOf = (id: number) => state.groups.find((group) => group.id === id);
  const toldOf = (id: number) => told.find((group) => group.id === id);

  const noteSaving = () => {
    state.isSaving = pending.size > 0 || edits.size > 0;
  };
  /** Shows what the server said with what is not there yet. */
  function draw(): void {
    let groups = told;
    for (const { group: id, edit } of edits)
      groups = groups.map((group) => (group.id === id ? withEdit(group, edit) : group));
    let views = toldViews;
    for (const { group: id, update } of pending.values()) {
      if (isOwnView(toldOf(id), update)) views = withView(views, id, update);
      else groups = groups.map((group) => (group.id === id ? withProperty(group, update) : group));
    }
    state.views = ref(views);
    state.groups = ref(inOrder(groups));
    // Whoever hears of it sees what is saved already.
    noteSaving();
  }
  const noteChanger = (now: DisplayGroup) => {
    const before = toldOf(now.id);
    for (const display of now.layouts) {
      const known = before?.layouts.find(({ id }) => id === display.id);
      if (known !== undefined && structureOf(known) !== structureOf(display))
        changers.set(`${now.id}/${display.id}`, { by: now.changed_by, atMs: now.changed_at });
    }
  };
  /** Takes an answer; one of before what is known is left. */
  function take(answered: DisplayGroup): void {
    answers++;
    state.savedAtMs = deps.now();
    noteSaving();
    if (isGone || (toldOf(answered.id)?.revision ?? -1) > answered.revision) return;
    noteChanger(answered);
    told = [...told.filter(({ id }) => id !== answered.id), answered];
    draw();
    keepChosen();
  }
  function choose(chosen: Chosen | null): void {
    state.chosen = chosen;
    state.visited = null;
    if (chosen !== null) deps.remember(chosen);
  }
  function chooseGroup(id: number | null): void {
    const group = id === null ? undefined : groupOf(id);
    choose(group === undefined ? null : { group: group.id, display: group.layouts[0]?.id ?? null });
  }

  const isThere = (chosen: Chosen | null): boolean =>
    chosen !== null && groupOf(chosen.group)?.layouts.some(({ id }) => id === chosen.display) === true;

  function keepChosen(): void {
    const { addressed = null } = deps;
    const wanted = state.chosen ?? (isThere(addressed) ? addressed : deps.remembered());
    state.chosen = keptChoice(state.groups, state.chosen, wanted);
  }

  async function read(): Promise<void> {
    try {
      const before = answers;
      const { layouts, views } = await deps.ask();
      if (isGone) return;
      if (answers !== before) return await read();
      for (const group of layouts) noteChanger(group);
      const lost = underWay > 0 ? null : lostDisplay(told, layouts, state.chosen); // not by the reader's own deletion
      told = layouts;
      toldViews = views;
      draw();
      keepChosen();
      if (lost !== null) deps.tell(displayBarText.lost(lost));
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

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    underWay++;
    const turn = () => work().finally(() => underWay--);
    const done = last.then(turn, turn);
    last = done.catch(() => {});
    return done;
  }
  const sentenceOf = (error: unknown) => new Error(deps.failureOf(error).reason);
  /** @throws Error with a sentence when whoever reads is not whose displays these are */
  const demandOwn = () => {
    if (deps.mayWrite() !== "yes") throw new Error(displayBarText.signedOut);
  };

  /** Makes a change over the newest version of a group, however often that has changed meanwhile. */
  const change = (id: number, name: string | null, edit: Edit, isLeaving = false): Promise<DisplayGroup> =>
    inTurn(async () => {
      for (let tries = 1; ; tries++) {
        demandOwn();
        const group = toldOf(id);
        if (group === undefined) throw new Error(displayBarText.groupGone);
        const edited = edit(group.layouts);
        if ("refused" in edited) throw new Error(edited.refused);
        if (edited.layouts === group.layouts && (name === null || name === group.name)) return group;
        try {
          const answered = await deps.modify(group, name ?? group.name, edited.layouts, isLeaving);
          take(answered);
          return answered;
        } catch (error) {
          const { kind, reason } = deps.failureOf(error);
          if (kind !== "changed" || tries === mostTries) throw new Error(reason);
          await reload();
        }
      }
    });

  /** Shown at once; taken back when it is refused. The edit is made again over newer versions. @throws Error with a sentence */
  async function changeShown(group: number, edit: Edit, isLeaving = false): Promise<void> {
    const shown = { group, edit };
    edits.add(shown);
    draw();
    try {
      await change(group, null, edit, isLeaving);
    } finally {
      edits.delete(shown);
      if (!isGone) draw();
    }
  }

  async function send(isLeaving = false): Promise<void> {
    // What was set in a window just before it was closed: the closing went first.
    for (const [key, { group, update }] of pending) if (isOfClosed(toldOf(group), update)) pending.delete(key);
    noteSaving();
    for (let sent = nextUpdates(pending); sent.length > 0; sent = nextUpdates(pending)) {
      const permission = deps.mayWrite();
      if (permission === "never") {
        pending.clear();
        return noteSaving();
      }
      if (permission === "later") {
        takeBack();
        takeBack = deps.later(flush, restMs.again);
        return;
      }
      const forget = () => {
        for (const [key, each] of sent) if (pending.get(key) === each) pending.delete(key);
      };
      try {
        const answered = await deps.update(
          sent[0][1].group,
          sent.map(([, { update }]) => update),
          isLeaving,
        );
        toldViews = sent
          .filter(([, { group, update }]) => isOwnView(toldOf(group), update))
          .reduce((views, [, { group, update }]) => withView(views, group, update), toldViews);
        forget();
        state.waiting = null;
        take(answered);
      } catch (error) {
        const { kind, reason } = deps.failureOf(error);
        if (kind === "away") {
          state.waiting = reason;
          takeBack();
          takeBack = deps.later(flush, restMs.again);
          return;
        }
        forget();
        state.waiting = null;
        if (isGone) continue;
        draw();
        const window = windowKey(sent[0][1].group, sent[0][1].update);
        if (awaited.has(window)) awaited.set(window, reason);
        else deps.tell(reason);
        void reload();
      }
    }
  }
  function flush(isLeaving = false): void {
    takeBack();
    if (pending.size > 0) void inTurn(() => send(isLeaving));
  }

  void reload();
  return {
    state,
    reload,
    group: groupOf,
    display(chosen: Chosen): Display | undefined {
      return groupOf(chosen.group)?.layouts.find(({ id }) => id === chosen.display);
    },
    /** Who changed the structure of a display last; null: nobody was seen to. */
    changer: (group: number, display: number): Changer | null => changers.get(`${group}/${display}`) ?? null,
    chooseGroup,
    chooseDisplay: (group: number, display: number) => choose({ group, display }),
    /** Shows the view of a link until one of the displays is chosen, or it is left. */
    visit(visited: Visited): void {
      state.visited = ref(visited);
    },
    leaveVisited(): void {
      state.visited = null;
    },

    /** @throws Error with a sentence, as all that follow */
    async addGroup(name: string, type: string, layouts: Layouts): Promise<void> {
      demandOwn();
      const answered = await deps.create(name, layouts, type).catch((error) => {
        throw sentenceOf(error);
      });
      take(answered);
      chooseGroup(answered.id);
    },
    /** A blank name changes nothing (spec 5). */
    renameGroup: (id: number, name: string) =>
      name.trim() === "" ? Promise.resolve() : change(id, name.trim(), (layouts) => ({ layouts })),
    deleteGroup: (id: number): Promise<void> =>
      inTurn(async () => {
        demandOwn();
        const group = toldOf(id);
        if (group === undefined) return;
        await deps.remove(group).catch(async (error) => {
          if (deps.failureOf(error).kind === "changed") await reload();
          throw sentenceOf(error);
        });
        answers++;
        for (const [key, each] of pending) if (each.group === id) pending.delete(key);
        told = told.filter((each) => each.id !== id);
        const wasChosen = state.chosen?.group === id;
        draw();
        if (wasChosen) chooseGroup(state.groups[0]?.id ?? null);
      }),
    change,
    changeShown,
    /** The same; taken back with its reason in a toast. */
    changeAtOnce: (group: number, edit: Edit, isLeaving = false): Promise<void> =>
      changeShown(group, edit, isLeaving).catch((error) =>
        deps.tell(error instanceof Error ? error.message : String(error)),
      ),
    /** With a display behind the others that is a copy of one with this name. */
    withCopyOf: (layouts: Layouts, display: DisplayForm): EditedDisplays =>
      withDisplay(layouts, { ...display, name: copyName(display.name, displayLimits.displayName) }),

    /** A property of a window has another value; undefined: it has none any more. Nothing where another window is kept. */
    setProperty(group: number, update: WindowUpdate): void {
      const { display_id, window_id, componentId, version, property_name } = update;
      const display = groupOf(group)?.layouts.find(({ id }) => id === display_id);
      const area = display?.areas.find((each) => each.area === window_id);
      if (area?.componentId !== componentId) return;
      // What is each person's own in a Shared display is of no version.
      if (area.version !== version && !isOwnView(toldOf(group), update)) return;
      pending.set(JSON.stringify([group, display_id, window_id, property_name]), { group, update });
      takeBack();
      takeBack = deps.later(flush, restMs.first);
      draw();
    },
    /** Sends at once what waits. */
    saveNow: () => flush(),
    /**
     * Whether something of the displays may be lost if the page goes now. `rearranged`: the group in which a rearrangement is
     * still to be sent.
     */
    holdsPage(rearranged: number | null): boolean {
      const permission = deps.mayWrite();
      if (permission === "never" || (pending.size === 0 && edits.size === 0 && rearranged === null)) return false;
      if (permission === "later" || state.waiting !== null || edits.size > 0) return true;
      // It would wait for a call, or properties for it.
      if (rearranged !== null && (underWay > 0 || pending.size > 0)) return true;
      const layouts = rearranged === null ? [] : (groupOf(rearranged)?.layouts ?? []);
      return !deps.canOutlivePage([...pending.values(), ...layouts]);
    },
    /**
     * The page goes, or is asked to: sends what waits all at once, in requests that outlive it; not again what is on its way so.
     * What stays waiting is sent again if the page stays.
     */
    leave(): void {
      if (deps.mayWrite() !== "yes") return;
      // Properties raise the revision that a rearrangement is made over: they go behind it.
      if (edits.size > 0) {
        flush(true);
        return;
      }
      const windows = new Map<string, Waiting[]>();
      for (const each of pending.values()) {
        if (leaving.has(each)) continue;
        const key = windowKey(each.group, each.update);
        const sent = windows.get(key) ?? [];
        windows.set(key, sent);
        if (sent.length < mostPropertyChanges) sent.push(each);
      }
      for (const sent of windows.values()) {
        for (const each of sent) leaving.add(each);
        const arrived = () => {
          for (const each of sent) leaving.delete(each);
        };
        const updates = sent.map(({ update }) => update);
        void deps.update(sent[0].group, updates, true).then(arrived, arrived);
      }
    },
    /** Sends at once what waits of a window, until the server has it. What could not be sent yet goes on waiting. */
    async saveWindow(group: number, display_id: number, window_id: string): Promise<void> {
      demandOwn();
      const key = windowKey(group, { display_id, window_id });
      const waits = () => [...pending.values()].some((each) => windowKey(each.group, each.update) === key);
      awaited.set(key, null);
      takeBack();
      await inTurn(() => send());
      const refusal = awaited.get(key) ?? null;
      awaited.delete(key);
      if (refusal !== null) throw new Error(refusal);
      demandOwn();
      if (state.waiting !== null && waits()) throw new Error(state.waiting);
    },

    /** The server has news of documents; null: it may have missed some. */
    hear(news: DocumentChanged): void {
      if (news !== null && (toldOf(news.id)?.revision ?? -1) >= news.revision) return;
      answers++;
      void reload();
    },
    /** What waits is sent all the same, in its owner's name or not at all. */
    [Symbol.dispose]() {
      isGone = true;
      flush();
    },
  };
}

export type DisplayStore = ReturnType<typeof makeDisplayStore>;
