/** The windows of a review at work: the display they stand in, their group, and what is kept of them. Not React. */
import { proxy, ref } from "valtio";
import { areasOf, freeArea, type LayoutTree, withAreaBelow, withoutArea } from "../../domain/layout.ts";
import type { Span } from "../../domain/time/view-span.ts";
import type { Feed } from "../../feed/types.ts";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { runClock } from "./time/link-clock.ts";
import { createLinkGroup, type LinkGroup } from "./time/link-group.ts";
import { growFile, leaveLink, spanOf } from "./time/timeline.ts";
import { kindOf, loadedModule, loadModule } from "./windows/catalogue.ts";
import type { OpenWindow, WindowKind, WindowModule } from "./windows/kind.ts";
import { type PropsDocument, readProps } from "./windows/versioned-props.ts";

/** A window of a display as a document keeps it. */
export interface WindowDocument extends PropsDocument {
  readonly componentId: string;
}

/** A display: its areas and what stands in each. `spans`: where the views were, of a display that is opened again. */
export interface DisplayDocument {
  readonly tree: LayoutTree;
  readonly areas: Readonly<Record<string, WindowDocument>>;
  readonly spans: Readonly<Record<string, Span>>;
}

/** A window and the module that made it. */
export interface OpenedWindow {
  readonly window: OpenWindow;
  readonly module: WindowModule<object, OpenWindow>;
}

/**
 * "unknown": a kind, or a version of its settings, that this version does not have; its document is kept as it is.
 * "failed": its part of the application could not be fetched.
 */
export type AreaState = "loading" | "open" | "unknown" | "failed";

export interface Area {
  state: AreaState;
  document: WindowDocument;
  opened: OpenedWindow | null;
}

export interface Display {
  tree: LayoutTree;
  areas: Record<string, Area>;
  /** The area whose window has the keys. */
  active: string;
}

export interface WorkspaceOptions {
  /** One that grows is kept up with it, in place. */
  readonly recording: RecordingDetail;
  readonly annotations: readonly FileAnnotation[];
  readonly feed: Feed;
  /** The view of the first window; null: its own. */
  readonly wanted: Span | null;
  /** The address that the first window reads settings from; null: those of the document are newer. */
  readonly search: Readonly<Record<string, unknown>> | null;
  readonly document: DisplayDocument;
}

export interface ReviewWorkspace extends Disposable {
  readonly recording: RecordingDetail;
  readonly feed: Feed;
  readonly link: LinkGroup;
  /** A proxy; written by the functions here. */
  readonly display: Display;
  /** Adds a window under the others. */
  add(kind: WindowKind): void;
  close(area: string): void;
  activate(area: string): void;
  /** Fetches what an area that failed was lacking. */
  tryAgain(area: string): void;
  /** The window that the address speaks of; null until it is open. */
  leader(): OpenedWindow | null;
  opened(area: string): OpenedWindow | null;
  /** Told of what draws a window, and when it goes. */
  setRenderer(area: string, renderer: TraceRenderer | null): void;
  renderer(area: string): TraceRenderer | null;
  /** Calls `listener` now, and when a window was opened or closed or what draws it came or went. Returns the untying. */
  listen(listener: () => void): () => void;
  snapshot(): DisplayDocument;
}

/** More windows than this are too low to be read. */
export const mostWindows = 4;
/** Share of the height that an added window takes, in percent. */
const addedPercent = 36;

/** Opens the windows of a display over a recording. */
export function openWorkspace(options: WorkspaceOptions): ReviewWorkspace {
  const { recording, annotations, feed, wanted, search, document } = options;
  const link = createLinkGroup();
  const clock = runClock(link);
  const [first] = areasOf(document.tree);
  const display = proxy<Display>({ tree: asWhole(document.tree), areas: {}, active: first });
  const renderers = new Map<string, TraceRenderer>();
  const listeners = new Set<() => void>();
  const unfollow = feed.follow(recording, () => {
    for (const { opened } of Object.values(display.areas))
      if (opened !== null) growFile(opened.window.timeline, recording.end_ms);
  });
  let isGone = false;
  const changed = () => {
    for (const listener of listeners) listener();
  };

  function show(area: string, kind: WindowKind, module: OpenedWindow["module"], span: Span | null): void {
    const stored = display.areas[area].document;
    const asked = area === first && search !== null ? module.address?.read(search, { recording }) : {};
    const props = readProps(kind.props, { ...stored, props: { ...stored.props, ...asked } }, { recording });
    if (props === null) {
      display.areas[area].state = "unknown";
      return;
    }
    const window = module.open({ recording, annotations, feed, link, wanted: span }, props);
    display.areas[area].opened = ref({ window, module });
    display.areas[area].state = "open";
    changed();
  }

  async function open(area: string, span: Span | null): Promise<void> {
    const kind = kindOf(display.areas[area].document.componentId);
    if (kind === undefined) {
      display.areas[area].state = "unknown";
      return;
    }
    const here = loadedModule(kind);
    if (here !== undefined) {
      show(area, kind, here, span);
      return;
    }
    try {
      const module = await loadModule(kind);
      if (!isGone && display.areas[area] !== undefined) show(area, kind, module, span);
    } catch (error) {
      console.error("window.load_failed", error);
      if (!isGone && display.areas[area] !== undefined) display.areas[area].state = "failed";
    }
  }

  function place(area: string, stored: WindowDocument, span: Span | null): void {
    display.areas[area] = { state: "loading", document: ref(stored), opened: null };
    void open(area, span);
  }

  function end(area: string): void {
    const opened = display.areas[area]?.opened;
    if (!opened) return;
    leaveLink(opened.window.timeline);
    opened.window[Symbol.dispose]();
  }

  for (const area of areasOf(document.tree))
    place(area, document.areas[area], document.spans[area] ?? (area === first ? wanted : null));
  return {
    recording,
    feed,
    link,
    display,
    leader: () => display.areas[first]?.opened ?? null,
    opened: (area) => display.areas[area]?.opened ?? null,
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
    add(kind) {
      if (Object.keys(display.areas).length >= mostWindows) return;
      const area = freeArea(display.tree);
      const [leader] = link.members.keys();
      display.tree = asWhole(withAreaBelow(display.tree, area, addedPercent));
      place(area, { componentId: kind.id, version: kind.props.version, props: {} }, leader ? spanOf(leader) : null);
    },
    close(area) {
      const tree = withoutArea(display.tree, area);
      if (tree === null) return;
      end(area);
      display.tree = asWhole(tree);
      delete display.areas[area];
      if (display.active === area) [display.active] = areasOf(tree);
      changed();
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
      for (const [area, { document: stored, opened }] of Object.entries(display.areas)) {
        areas[area] = opened === null ? stored : { ...stored, ...nowOf(stored.componentId, opened) };
        if (opened !== null) spans[area] = spanOf(opened.window.timeline);
      }
      return { tree: display.tree, areas, spans };
    },
    [Symbol.dispose]() {
      isGone = true;
      unfollow();
      for (const area of Object.keys(display.areas)) end(area);
      clock[Symbol.dispose]();
    },
  };
}

/** Settings of an open window, in the present version of its kind. */
function nowOf(componentId: string, { window, module }: OpenedWindow): PropsDocument {
  return { version: kindOf(componentId)?.props.version ?? 1, props: module.stored(window) };
}

/** A tree is replaced, never written into. */
const asWhole = (tree: LayoutTree): LayoutTree => (typeof tree === "string" ? tree : ref(tree));
