import { PanelRight } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { annotationSessionText } from "../../../protocol/text/annotation-session-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { IconToggle } from "../../../ui/buttons/IconToggle.tsx";
import { fetched } from "../../../ui/fetched.tsx";
import { useHolds } from "../../session/index.ts";
import css from "./AnnotationPanels.module.css";
import { LoadAnnotationsContext } from "./load-annotations.ts";
import { isDoubtful } from "./session-list.ts";
import type { SessionPanels } from "./sessions/session-panels.ts";
import { NotLoaded, SaveState } from "./sidebar/SaveState.tsx";
import type { AnnotationStore } from "./types.ts";
import { useMatchWalk } from "./use-match-walk.ts";

const parts = {
  sidebar: () => import("./sidebar/AnnotationSidebar.tsx"),
  load: () => import("./sessions/LoadAnnotationsDialog.tsx"),
  setup: () => import("./sessions/AnnotationSetupDialog.tsx"),
  editor: () => import("./AnnotationEditor.tsx"),
};
const Sidebar = fetched(async () => (await parts.sidebar()).AnnotationSidebar, text.failed.notFetched);
const LoadDialog = fetched(async () => (await parts.load()).LoadAnnotationsDialog, text.failed.notFetched);
const SetupDialog = fetched(async () => (await parts.setup()).AnnotationSetupDialog, text.failed.notFetched);
/** When the review has opened, ms: who marks goes on without the server, and needs these then. */
const fetchAfterMs = 3000;

/** Opens and closes the right sidebar (spec 2.4). */
export function SidebarToggle({ panels }: { panels: SessionPanels }) {
  const { isListOpen } = useSnapshot(panels);
  const label = isListOpen ? annotationSessionText.sidebar.close : annotationSessionText.sidebar.open;
  return (
    <IconToggle
      icon={PanelRight}
      label={annotationSessionText.sidebar.title}
      hint={label}
      isOn={isListOpen}
      onChange={(isOn) => {
        panels.isListOpen = isOn;
      }}
    />
  );
}

export interface AnnotationPanelsProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  panels: SessionPanels;
  /** A session that the address names: its annotations are loaded, and the list is open. */
  session: number | undefined;
  onJump: (timeMs: number) => void;
  /** The middle of the view, epoch ms; null: no window is open. */
  viewMs: () => number | null;
  /** The windows. */
  children: ReactNode;
}

/** The windows with the list of annotations beside them, and the dialogs about sessions over them. */
export function AnnotationPanels({
  store,
  recording,
  panels,
  session,
  onJump,
  viewMs,
  children,
}: AnnotationPanelsProps) {
  const { isListOpen, dialog, said } = useSnapshot(panels);
  useMatchWalk({ store, recording, panels, viewMs, onJump });
  useAddressed(store, panels, session);
  useSetup(store, panels);
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled(Object.values(parts).map((part) => part())), fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const openLoad = useCallback(() => {
    panels.dialog = "load";
  }, [panels]);
  const close = () => {
    panels.dialog = null;
  };
  return (
    <div className={css.beside}>
      <LoadAnnotationsContext value={openLoad}>{children}</LoadAnnotationsContext>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {isListOpen ? (
        <Sidebar store={store} recording={recording} panels={panels} onJump={onJump} />
      ) : (
        <SaveStateAlone store={store} />
      )}
      {/* Of its own: while a dialog comes the list stays, and with it the button that has the focus. */}
      {dialog === "load" ? (
        <LoadDialog store={store} recording={recording} onJump={onJump} onClose={close} />
      ) : dialog !== null ? (
        <SetupDialog store={store} start={dialog === "new" ? "new" : "existing"} onClose={close} onReady={close} />
      ) : null}
    </div>
  );
}

/** What is not saved, or not known, while the list that says so is closed. */
export function SaveStateAlone({ store }: { store: AnnotationStore }) {
  const { phase, unsent, isWaiting, refused, sessions } = useSnapshot(store.state);
  const isFailed = phase === "failed";
  // What is on its way for a moment needs no word where nothing else stands.
  return refused.length === 0 && !(isWaiting && unsent > 0) && !sessions.some(isDoubtful) && !isFailed ? null : (
    <section className={css.saveState} aria-label={annotationSessionText.sidebar.title}>
      {isFailed ? <NotLoaded store={store} /> : null}
      <SaveState store={store} />
    </section>
  );
}

/** Opens the list, and loads the session that the address names as soon as it is among those that are known. */
function useAddressed(store: AnnotationStore, panels: SessionPanels, session: number | undefined): void {
  const { sessions } = useSnapshot(store.state);
  const [asked] = useState(session);
  const isKnown = asked !== undefined && sessions.some(({ id }) => id === asked);
  useEffect(() => {
    if (asked !== undefined) panels.isListOpen = true;
  }, [asked, panels]);
  useEffect(() => {
    if (isKnown && asked !== undefined) void store.setLoaded(asked, true);
  }, [isKnown, asked, store]);
}

/** Who begins to mark without a session is asked for one (spec 2.19). */
function useSetup(store: AnnotationStore, panels: SessionPanels): void {
  const { phase, current, tool, draft, mode } = useSnapshot(store.state);
  const mayCreate = useHolds("create_annotations");
  const isMarking = mode === "annotate_mode" && (tool !== "cursor" || draft !== null);
  const isNeeded = mayCreate && phase === "ready" && current === null && isMarking;
  useEffect(() => {
    if (!isNeeded) return;
    store.setDraft(null);
    panels.dialog = "setup";
  }, [isNeeded, panels, store]);
}
