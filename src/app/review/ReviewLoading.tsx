import { useState } from "react";
import { type Prefetch, PreloadActions, PreloadItem, PreloadReserved } from "../prefetch/preload.ts";
import { useSession } from "../session/index.ts";
import { LoadingScreen } from "./LoadingScreen.tsx";
import { maySkip } from "./may-skip.ts";

export interface ReviewLoadingProps {
  hasRecording: boolean;
  hasAnnotations: boolean;
  hasShortcuts: boolean;
  hasDisplays: boolean;
  hasMontages: boolean;
  /** The EEG image service has answered, or given none. */
  hasService: boolean;
  hasEngine: boolean;
  prefetch: Prefetch;
}

/** The review before it is shown: the checklist with the prefetch message as its last item (spec 001 section 2.3). */
export function ReviewLoading(props: ReviewLoadingProps) {
  const { hasRecording, hasAnnotations, hasShortcuts, hasDisplays, hasMontages, hasService, hasEngine, prefetch } =
    props;
  const { user, settings, workspaceName } = useSession();
  const [isViewing, setViewing] = useState(false);
  const done = {
    modalities: hasRecording,
    user: user !== null,
    hotkeys: hasShortcuts,
    layouts: hasDisplays,
    montages: hasMontages,
    times: hasRecording,
    workspace: settings !== null,
    file: hasRecording,
    persyst: hasService,
    annotations: hasAnnotations,
    engine: hasEngine,
  };
  // Nothing waits for the EEG image service.
  const isBasicLoaded = Object.entries(done).every(([name, isDone]) => isDone || name === "persyst");
  const isOffered = isBasicLoaded && maySkip(settings?.deployment ?? null, workspaceName);
  return (
    <>
      <LoadingScreen
        done={done}
        foot={<PreloadActions prefetch={prefetch} maySkip={isOffered} onView={() => setViewing(true)} />}
      >
        {settings?.deployment === "CLINICAL" ? null : <PreloadItem state={prefetch.state} />}
      </LoadingScreen>
      <PreloadReserved isOpen={isViewing} onClose={() => setViewing(false)} />
    </>
  );
}
