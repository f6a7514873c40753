import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { damageInView } from "../damage.ts";
import { useReadout } from "../time/use-readout.ts";
import { usePlotWindow } from "./plot-window.ts";

/** What of a window's channels is damaged in view, where its picture has no place for the hole, or leaves its name out. */
export function DamageNotice({ recordings }: { recordings: readonly RecordingDetail[] }) {
  const window = usePlotWindow();
  const said = useReadout(window.timeline, (now) => damageInView(window.maskedRows().flat(), recordings, now));
  return said === "" ? null : <Banner tone="danger">{said}</Banner>;
}
