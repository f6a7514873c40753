import { useEffect, useState } from "react";
import { createFeed, type Feed } from "../../feed/index.ts";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import { sessionToken, useSession, workspaceId } from "../session/index.ts";
import type { ReviewSearch } from "../shell/review-search.ts";
import { syncAddress } from "./url-sync.ts";
import { wantedSpan } from "./wanted-span.ts";
import { createEegWindow, type EegWindow } from "./windows/eeg_montage/index.ts";

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
  onViewSettled: (view: { start: number; span: number }) => void;
}

/** Starts the engine as soon as the recording is known, while other things may still be waited for. Null until then. */
export function useOpened({ recording, annotations, search, onViewSettled }: OpenedOptions): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [first] = useState(search);
  useEffect(() => {
    if (recording === null || annotations === null) return;
    const feed = createFeed({ token: sessionToken(), workspaceId: workspaceId() });
    const window = createEegWindow({ recording, annotations, feed, wanted: wantedSpan(first, recording) });
    setOpened({ window, feed, feedIdle: () => feed.whenIdle() });
    const untie = syncAddress(window.timeline, onViewSettled);
    return () => {
      untie();
      setOpened(null);
      window[Symbol.dispose]();
      feed[Symbol.dispose]();
    };
  }, [recording, annotations, first, onViewSettled]);
  const { token, workspaceId: workspace } = useSession();
  useEffect(() => opened?.feed.authorise({ token, workspaceId: workspace }), [opened, token, workspace]);
  return opened;
}
