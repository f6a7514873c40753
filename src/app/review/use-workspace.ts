import { useEffect, useRef, useState } from "react";
import type { Room } from "../../domain/layout-room.ts";
import { hasOnlyGrown, wholeTail } from "../../domain/time/growth.ts";
import { createFeed } from "../../feed/index.ts";
import type { Feed } from "../../feed/types.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { sessionToken, useSession, workspaceId } from "../session/index.ts";
import { contentId } from "../shell/index.ts";
import type { ReviewSearch } from "../shell/review-search.ts";
import type { AnnotationStore } from "./annotations/types.ts";
import { syncDisplay } from "./displays/display-address.ts";
import type { DisplayStore } from "./displays/display-store.ts";
import { followDisplay, type Shown } from "./displays/follow-display.ts";
import { followLeaving } from "./displays/page-leaving.ts";
import { openingOf, useAreDisplaysKnown } from "./displays/use-displays.ts";
import type { MontageStore } from "./montages/montage-store.ts";
import { useAreMontagesKnown } from "./montages/use-montages.ts";
import { type Addressed, syncAddress } from "./url-sync.ts";
import { wantedSpan } from "./wanted-span.ts";
import { openWorkspace } from "./workspace.ts";
import type { DisplayDocument, ReviewWorkspace } from "./workspace-types.ts";

export interface WorkspaceHookOptions {
  /** Null until they are known. */
  recording: RecordingDetail | null;
  annotations: AnnotationStore | null;
  displays: DisplayStore | null;
  montages: MontageStore | null;
  /** The view of the link that the address names, if it does, is here or cannot be had. */
  isLinkKnown: boolean;
  /** The address as it is when the review opens; afterwards the view leads and the address follows. */
  search: ReviewSearch;
  /** What is known of the recording has changed, the server says. */
  onRecordingChange: () => void;
  onViewSettled: (addressed: Addressed) => void;
}

/** The stage that the windows stand in. */
function stageRoom(): Room {
  const { clientWidth: width, clientHeight: height } = document.getElementById(contentId) ?? document.body;
  return { width, height };
}

/** Starts the engine as soon as the recording is known, while other things may still be waited for. Null until then. */
export function useWorkspace({
  recording: described,
  annotations,
  displays,
  montages,
  isLinkKnown,
  search,
  onRecordingChange,
  onViewSettled,
}: WorkspaceHookOptions): ReviewWorkspace | null {
  const [workspace, setWorkspace] = useState<ReviewWorkspace | null>(null);
  const recording = useHeldDescription(described, workspace?.feed);
  const [first] = useState(search);
  /** The display as it was when the recording was described anew. */
  const left = useRef<{ document: DisplayDocument; shown: Shown } | null>(null);
  const areDisplaysKnown = useAreDisplaysKnown(displays);
  const areMontagesKnown = useAreMontagesKnown(montages);
  useEffect(() => {
    if (recording === null || annotations === null || displays === null || montages === null) return;
    if (!areDisplaysKnown || !areMontagesKnown || !isLinkKnown) return;
    const feed = createFeed({ token: sessionToken(), workspaceId: workspaceId() });
    feed.onRecordingChange = (id) => {
      if (id === recording.data_object_id) onRecordingChange();
    };
    const { document, shown } = left.current ?? openingOf(displays, recording, first);
    const opened = openWorkspace({
      recording,
      annotations,
      feed,
      montages,
      wanted: left.current === null ? wantedSpan(first, recording) : null,
      // The view of a link holds the settings of all its windows.
      search: left.current === null && !shown.visited ? { ...first } : null,
      document,
      room: stageRoom,
    });
    setWorkspace(opened);
    const unfollow = followAddressed(opened, displays, onViewSettled);
    const unaddress = syncDisplay(displays, first, onViewSettled);
    const display = followDisplay(opened, displays, shown);
    const unleave = followLeaving(display);
    opened.keeper = display.keeper;
    return () => {
      unfollow();
      unaddress();
      unleave();
      display.untie();
      // What was not drawn yet is opened anew, as the address says.
      if (opened.leader() !== null) left.current = { document: opened.snapshot(), shown: display.shown() };
      setWorkspace(null);
      opened[Symbol.dispose]();
      feed[Symbol.dispose]();
    };
  }, [
    recording,
    annotations,
    displays,
    montages,
    areDisplaysKnown,
    areMontagesKnown,
    isLinkKnown,
    first,
    onRecordingChange,
    onViewSettled,
  ]);
  const { token, workspaceId: id } = useSession();
  useEffect(() => {
    // A review may outlast its session (`use-kept.ts`): the next one is told then.
    if (token !== null) workspace?.feed.authorise({ token, workspaceId: id });
  }, [workspace, token, id]);
  return workspace;
}

/**
 * The description that the windows hold: the same object for as long as its recording only grows. What another description
 * says of that is told to the feed, which brings the one that is held up to it.
 */
function useHeldDescription(described: RecordingDetail | null, feed: Feed | undefined): RecordingDetail | null {
  const [held, setHeld] = useState<{ from: RecordingDetail; own: RecordingDetail } | null>(null);
  let now = held;
  const isHeld =
    described === null
      ? held === null
      : held !== null && (described === held.from || hasOnlyGrown(held.own, described));
  if (!isHeld) {
    // What grows is written into: what the query keeps stays as it was fetched.
    now =
      described === null
        ? null
        : { from: described, own: described.tail === undefined ? described : structuredClone(described) };
    setHeld(now);
  }
  useEffect(() => {
    if (feed === undefined || held === null || described === null || described === held.from) return;
    feed.grow(described.data_object_id, wholeTail(described, held.own));
  }, [feed, held, described]);
  return now?.own ?? null;
}

/** The address speaks of the active window, once that is open; of its time alone while the view of a link is shown. */
function followAddressed(
  workspace: ReviewWorkspace,
  displays: DisplayStore,
  write: (addressed: Addressed) => void,
): () => void {
  const { recording } = workspace;
  /** Members that the windows before wrote: another window's address has none of them. */
  const written = new Set<string>();
  let isFirst = true;
  return workspace.withAddressed(({ window, module, area }) => {
    const settings = () => {
      const own = displays.state.visited === null ? (module.address?.write(window, { recording }) ?? {}) : {};
      const others = [...written].filter((member) => !(member in own)).map((member) => [member, undefined] as const);
      for (const member of Object.keys(own)) written.add(member);
      return { ...Object.fromEntries(others), ...own, window: area };
    };
    settings(); // its members are another window's no more
    const untie = syncAddress(window.timeline, window.props, settings, write, { isWrittenNow: !isFirst });
    isFirst = false;
    return untie;
  });
}
