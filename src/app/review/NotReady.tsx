import { CircleAlert, Hourglass } from "lucide-react";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text/text.ts";
import { Face } from "../../ui/notices/Face.tsx";
import { Progress } from "../../ui/notices/Progress.tsx";
import { progressText } from "../recordings/index.ts";

/** A recording that is still being imported, or never will be. */
export function NotReady({ recording }: { recording: RecordingDetail }) {
  return recording.state === "importing" ? (
    <Face icon={Hourglass} title={text.review.importing} role="status">
      <Progress
        label={text.recordings.state.importing}
        detail={progressText(recording)}
        fraction={recording.progress}
      />
    </Face>
  ) : (
    <Face icon={CircleAlert} title={text.review.importFailed} role="alert">
      {recording.error === null ? null : <p>{recording.error}</p>}
    </Face>
  );
}
