import { useEffect, useRef, useState } from "react";
import { montagesOf } from "../../domain/montage.ts";
import type { Span } from "../../domain/view-span.ts";
import { createFeed, type Feed } from "../../feed/index.ts";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import { sessionToken, useSession, workspaceId } from "../session/index.ts";
import type { ReviewSearch } from "../shell/review-search.ts";
import { spanOf } from "./timeline/timeline.ts";
import { type Addressed, syncAddress } from "./url-sync.ts";
import { type AddressedSettings, addressOf, wantedSettings } from "./wanted-settings.ts";
import { wantedSpan } from "./wanted-span.ts";
import { createEegWindow, type EegProps, type EegWindow } from "./windows/eeg_montage/index.ts";

/** The signal engine at work for a recording: its feed and its windows. */
export interface Opened {
  readonly window: EegWindow;
  readonly feed: Feed;
  feedIdle(): Promise<void>;
}

export interface OpenedOptions {
  /** Null until they are known. */
  recording: RecordingDetail | null;
  annotations: readonly FileAnnotation[] | null;
  /** The address as it is when the review opens; afterwards the view leads and the address follows. */
  search: ReviewSearch;
  /** What is known of the recording has changed, the server says. */
  onRecordingChange: () => void;
  onViewSettled: (addressed: Addressed<AddressedSettings>) => void;
}

/** Starts the engine as soon as the recording is known, while other things may still be waited for. Null until then. */
export function useOpened({
  recording,
  annotations,
  search,
  onRecordingChange,
  onViewSettled,
}: OpenedOptions): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [first] = useState(search);
  /** Where the view was, and how it was set, when the recording was described anew. */
  const left = useRef<{ span: Span; props: EegProps } | null>(null);
  useEffect(() => {
    if (recording === null || annotations === null) return;
    const feed = createFeed({ token: sessionToken(), workspaceId: workspaceId() });
    feed.onRecordingChange = (id) => {
      if (id === recording.data_object_id) onRecordingChange();
    };
    const wanted = left.current?.span ?? wantedSpan(first, recording);
    const has = (id: number) => montagesOf(recording).some((montage) => montage.id === id);
    const props = left.current?.props ?? wantedSettings(first, has);
    const window = createEegWindow({ recording, annotations, feed, wanted, props });
    setOpened({ window, feed, feedIdle: () => feed.whenIdle() });
    const settings = () => addressOf(window.props, recording);
    const untie = syncAddress(window.timeline, window.props, settings, onViewSettled);
    return () => {
      untie();
      left.current = { span: spanOf(window.timeline), props: { ...window.props } };
      setOpened(null);
      window[Symbol.dispose]();
      feed[Symbol.dispose]();
    };
  }, [recording, annotations, first, onRecordingChange, onViewSettled]);
  const { token, workspaceId: workspace } = useSession();
  useEffect(() => {
    // A review may outlast its session (`use-kept.ts`): the next one is told then.
    if (token !== null) opened?.feed.authorise({ token, workspaceId: workspace });
  }, [opened, token, workspace]);
  return opened;
}
