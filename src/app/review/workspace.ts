/** The windows of a review at work: the display they stand in, their group, and what is kept of them. Not React. */
import { proxy, ref } from "valtio";
import { subscribeKey } from "valtio/utils";
import {
  areasOf,
  freeArea,
  type LayoutGrid,
  type LayoutTree,
  lettersOf,
  withoutArea,
  withSwapped,
} from "../../domain/layout.ts";
import { type Room, withAreaAdded } from "../../domain/layout-room.ts";
import type { Span } from "../../domain/time/view-span.ts";
import { displayBarText } from "../../protocol/text/display-bar-text.ts";
import { text } from "../../protocol/text/text.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { showEvent } from "./show-event.ts";
import { createAnnotationCourse } from "./time/annotation-course.ts";
import { growFile, spanOf } from "./time/timeline.ts";
import { createWindowLinks } from "./time/window-links.ts";
import { annotationStops } from "./timeline/annotation-stops.ts";
import { kindOf, loadedModule, loadModule } from "./windows/catalogue.ts";
import type { WindowKind } from "./windows/kind.ts";
import { readProps, type StoredProps } from "./windows/versioned-props.ts";
import type {
  AddressedWindow,
  Display,
  DisplayDocument,
  OpenedWindow,
  ReviewWorkspace,
  WindowDocument,
  WorkspaceOptions,
} from "./workspace-types.ts";

/** Kinds that stand for an area where nobody has chosen one (spec 2.7); the second is of older displays. */
const emptyKinds: ReadonlySet<string> = new Set(["placeholder", "visualization_selector"]);
/** More windows than this are too low to be read. */
const mostWindows = 4;
/** Where nothing is drawn, and of areas without a kind. CSS px */
const usualRoom: Room = { width: 1440, height: 780 };
const usualLeast: Room = { width: 220, height: 160 };
/** Share of the height that a window takes that is added to a single one, in percent. */
const addedPercent = 36;

/** Opens the windows of a display over a recording. */
export function openWorkspace(options: WorkspaceOptions): ReviewWorkspace {
  const { recording, annotations, feed, montages, wanted, search, document } = options;
  const course = createAnnotationCourse({ annotations, recording, ...annotationStops });
  const links = createWindowLinks(course.now, {
    isConnected: () => feed.connection === "connected",
    heardAt: () => feed.heardAt ?? Number.NEGATIVE_INFINITY,
  });
  const display = proxy<Display>({ tree: null, areas: {}, active: "", isFixed: false });
  const letters = lettersOfTree(document.tree);
  const [first] = letters;
  const named = letters.find((area) => area === search?.window) ?? first;
  /** Read by the window that it speaks of. */
  let address = search;
  const movesOthers = named === first || document.areas[named]?.props.isLinked !== false;
  /** Where the linked views stood when their display went. */
  let startMs: number | null = (movesOthers ? wanted?.startMs : null) ?? null;
  const renderers = new Map<string, TraceRenderer>();
  const listeners = new Set<() => void>();
  const unfollow = feed.follow(recording, () => {
    for (const { opened } of Object.values(display.areas))
      if (opened !== null) growFile(opened.window.timeline, recording.end_ms);
  });
  const editListeners = new Set<() => void>();
  let serial = 0;
  let isGone = false;
  const edited = () => {
    for (const listener of editListeners) listener();
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const openWindows = () =>
    Object.values(display.areas).flatMap(({ opened }) => (opened === null ? [] : opened.window));

  function show(area: string, kind: WindowKind, module: OpenedWindow["module"], span: Span | null): void {
    const stored = display.areas[area].document;
    const asked = address !== null && area === named ? module.address?.read(address, { recording }) : {};
    const props = readProps(kind.props, { ...stored, props: { ...stored.props, ...asked } }, { recording });
    if (props === null) {
      display.areas[area].state = "unknown";
      return;
    }
    const { shared } = links;
    const link = links.groupFor(stored.props.isLinked !== false);
    const window = module.open(
      {
        recording,
        annotations,
        showEvent: (event) => showEvent(openWindows(), event),
        feed,
        montages,
        link,
        wanted: span,
        startMs: shared.members.size > 0 ? shared.startMs : startMs,
      },
      props,
    );
    display.areas[area].opened = ref({ window, module, version: kind.props.version, serial: ++serial });
    display.areas[area].state = "open";
    changed();
  }

  async function open(area: string, span: Span | null): Promise<void> {
    const { document: stored } = display.areas[area];
    if (emptyKinds.has(stored.componentId)) {
      display.areas[area].state = "empty";
      return;
    }
    const kind = kindOf(stored.componentId);
    if (kind === undefined) {
      display.areas[area].state = "unknown";
      return;
    }
    const here = loadedModule(kind);
    if (here !== undefined) {
      show(area, kind, here, span);
      return;
    }
    const isStill = () => !isGone && display.areas[area]?.document === stored;
    try {
      const module = await loadModule(kind);
      if (isStill()) show(area, kind, module, span);
    } catch (error) {
      console.error("window.load_failed", error);
      if (isStill()) display.areas[area].state = "failed";
    }
  }

  const stored = ({ window, module }: OpenedWindow): StoredProps => ({
    ...module.stored(window),
    isLinked: links.isLinked(window.timeline),
  });

  function place(area: string, kept: WindowDocument, span: Span | null): void {
    display.areas[area] = { state: "loading", document: ref(kept), opened: null };
    void open(area, span);
  }

  function end(area: string): void {
    // Before what took its place is drawn, nothing draws the area.
    renderers.delete(area);
    const opened = display.areas[area]?.opened;
    if (!opened) return;
    links.close(opened.window.timeline);
    opened.window[Symbol.dispose]();
  }

  function showDisplay(next: DisplayDocument | null, { isSame } = { isSame: false }): void {
    const { shared } = links;
    if (shared.members.size > 0) startMs = shared.startMs;
    else startMs = leaderOf(display)?.window.timeline.startMs ?? startMs;
    const letters = next === null ? [] : lettersOfTree(next.tree);
    for (const area of Object.keys(display.areas)) {
      const stays =
        isSame && letters.includes(area) && next?.areas[area].componentId === display.areas[area].document.componentId;
      if (stays) continue;
      end(area);
      delete display.areas[area];
    }
    display.tree = next === null ? null : asWhole(next.tree);
    if (next?.active !== undefined && letters.includes(next.active)) display.active = next.active;
    else if (!letters.includes(display.active)) display.active = letters[0] ?? "";
    if (next !== null)
      for (const area of letters)
        if (display.areas[area] === undefined) place(area, next.areas[area], next.spans[area] ?? null);
    address = null;
    changed();
  }

  display.tree = asWhole(document.tree);
  display.active = letters.find((area) => area === document.active) ?? named;
  for (const area of letters)
    place(area, document.areas[area], document.spans[area] ?? (area === named ? wanted : null));
  return {
    recording,
    annotations,
    feed,
    links,
    display,
    keeper: null,
    leader: () => leaderOf(display),
    opened: (area) => display.areas[area]?.opened ?? null,
    stored,
    carried: () =>
      Object.fromEntries(
        Object.entries(display.areas).map(([area, { opened }]) => [
          area,
          opened === null ? {} : (opened.module.carried?.(opened.window) ?? {}),
        ]),
      ),
    renderer: (area) => renderers.get(area) ?? null,
    setRenderer(area, renderer) {
      if (renderer === null) renderers.delete(area);
      else renderers.set(area, renderer);
      changed();
    },
    listen(listener) {
      listeners.add(listener);
      listener();
      return () => listeners.delete(listener);
    },
    onEdit(listener) {
      editListeners.add(listener);
      return () => editListeners.delete(listener);
    },
    addressed: () => addressedOf(display),
    withAddressed: (tie) => tieTo(display, listeners, () => addressedOf(display), tie),
    withLeader: (tie) => tieTo(display, listeners, () => leaderOf(display), tie),
    show: showDisplay,
    resize(tree) {
      if (display.isFixed) return;
      display.tree = asWhole(tree);
      edited();
    },
    choose(area, kind) {
      if (display.isFixed || display.areas[area] === undefined) return () => false;
      const { opened, document: kept } = display.areas[area];
      const before = opened === null ? kept : { ...kept, version: opened.version, props: stored(opened) };
      const span = opened === null ? null : spanOf(opened.window.timeline);
      const put = (document: WindowDocument, at: Span | null) => {
        end(area);
        place(area, document, at);
        changed();
        edited();
      };
      const chosen: WindowDocument = { componentId: kind.id, version: kind.props.version, props: {} };
      put(chosen, null);
      return () => {
        const isStill = !isGone && !display.isFixed && display.areas[area]?.document === chosen;
        if (isStill) put(before, span);
        return isStill;
      };
    },
    swap(area, other) {
      if (
        display.isFixed ||
        !isTree(display.tree) ||
        display.areas[area] === undefined ||
        display.areas[other] === undefined
      )
        return;
      display.tree = asWhole(withSwapped(display.tree, area, other));
      // Another one may be the first now, which the address speaks of.
      changed();
      edited();
    },
    add(kind, props = {}) {
      if (!isTree(display.tree) || whyNoMore(display) !== null) return;
      const area = freeArea(display.tree);
      const leastOf = (each: string) =>
        (each === area ? kind : kindOf(display.areas[each]?.document.componentId ?? ""))?.minSize ?? usualLeast;
      const room = options.room?.() ?? usualRoom;
      display.tree = asWhole(withAreaAdded(display.tree, area, { room, percent: addedPercent, leastOf }));
      place(area, { componentId: kind.id, version: kind.props.version, props }, null);
      edited();
    },
    close(area) {
      const tree = !display.isFixed && isTree(display.tree) ? withoutArea(display.tree, area) : null;
      if (tree === null) return;
      end(area);
      display.tree = asWhole(tree);
      delete display.areas[area];
      if (display.active === area) [display.active] = areasOf(tree);
      changed();
      edited();
    },
    activate(area) {
      if (display.areas[area] !== undefined) display.active = area;
    },
    tryAgain(area) {
      if (display.areas[area]?.state !== "failed") return;
      display.areas[area].state = "loading";
      void open(area, null);
    },
    snapshot() {
      const areas: Record<string, WindowDocument> = {};
      const spans: Record<string, Span> = {};
      for (const [area, { document: kept, opened }] of Object.entries(display.areas)) {
        areas[area] = opened === null ? kept : { ...kept, version: opened.version, props: stored(opened) };
        if (opened !== null) spans[area] = spanOf(opened.window.timeline);
      }
      return { tree: display.tree ?? "a", areas, spans, active: display.active };
    },
    [Symbol.dispose]() {
      isGone = true;
      unfollow();
      for (const area of Object.keys(display.areas)) end(area);
      links[Symbol.dispose]();
      course[Symbol.dispose]();
    },
  };
}

function tieTo<Found extends OpenedWindow & { readonly area?: string | undefined }>(
  display: Display,
  listeners: Set<() => void>,
  find: () => Found | null,
  tie: (found: Found) => () => void,
): () => void {
  let tied: { to: Found; untie: () => void } | null = null;
  const follow = () => {
    const found = find();
    if (found?.serial === tied?.to.serial && found?.area === tied?.to.area) return;
    tied?.untie();
    tied = found === null ? null : { to: found, untie: tie(found) };
  };
  listeners.add(follow);
  const unfollow = subscribeKey(display, "active", follow);
  follow();
  return () => {
    listeners.delete(follow);
    unfollow();
    tied?.untie();
  };
}

function addressedOf(display: Display): AddressedWindow | null {
  const { active, areas } = display;
  const leader = leaderOf(display);
  // What is on its way speaks once it is there.
  if (areas[active]?.state === "loading") return null;
  const opened = areas[active]?.opened ?? leader;
  if (opened === null) return null;
  return { ...opened, area: opened.window === leader?.window ? undefined : active };
}

/** A tree is replaced, never written into. */
const asWhole = (tree: LayoutTree | LayoutGrid): LayoutTree | LayoutGrid =>
  typeof tree === "string" ? tree : ref(tree);

/** Whether a layout is made of cuts: only those can be changed in place. */
export const isTree = (layout: LayoutTree | LayoutGrid | null): layout is LayoutTree =>
  layout !== null && (typeof layout === "string" || "children" in layout);

const lettersOfTree = (layout: LayoutTree | LayoutGrid): string[] =>
  isTree(layout) ? areasOf(layout) : lettersOf(layout);

/** Why a display takes no further window, in a sentence; null: it does. */
export function whyNoMore({ isFixed, tree, areas }: Pick<Display, "isFixed" | "tree" | "areas">): string | null {
  if (isFixed) return displayBarText.fixed;
  if (tree === null) return displayBarText.noDisplaySelected;
  if (Object.keys(areas).length >= mostWindows) return text.review.windowsFull(mostWindows);
  return isTree(tree) ? null : displayBarText.noFurther;
}

/** Letters of a display, in reading order. */
export const areasIn = ({ tree }: Pick<Display, "tree">): string[] => (tree === null ? [] : lettersOfTree(tree));

/** The first area in reading order that has a window, or will have one. */
function leaderOf(display: Display): OpenedWindow | null {
  const area = areasIn(display).find((each) => ["loading", "open"].includes(display.areas[each]?.state));
  return area === undefined ? null : display.areas[area].opened;
}
