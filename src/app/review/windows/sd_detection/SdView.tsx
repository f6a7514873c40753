import { FileX2, ListX } from "lucide-react";
import { type RefObject, useMemo } from "react";
import { useSnapshot } from "valtio";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { ArtifactsUnknown } from "../../plot/ArtifactsMenu.tsx";
import { GraceBanner } from "../../plot/GraceBanner.tsx";
import css from "../../plot/Plot.module.css";
import { WindowNotices } from "../../plot/WindowNotices.tsx";
import { MontageNotice } from "../../rows/MontageNotice.tsx";
import { useDrawn } from "../../rows/montage-window.ts";
import { fileOf } from "../../time/timeline.ts";
import { useReadout } from "../../time/use-readout.ts";
import { TimelineBar } from "../../timeline/TimelineBar.tsx";
import { Caption, HighPassWarning } from "./Caption.tsx";
import own from "./SdDetection.module.css";
import { SdPlot } from "./SdPlot.tsx";
import { useSdWindow } from "./sd-window.ts";
import { Worksheet } from "./Worksheet.tsx";

export interface SdViewProps {
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  surface: RefObject<HTMLDivElement | null>;
  focusPlot: () => void;
  /** The field "Go to". */
  goTo: RefObject<HTMLInputElement | null>;
}

/** Body of the window: what is said of it, the plot and the timeline bar under it. */
export function SdView({ wanted, onRenderer, surface, focusPlot, goTo }: SdViewProps) {
  const { timeline, clock, annotations, recording, worksheet } = useSdWindow();
  const { isOpen } = useSnapshot(worksheet.sheet);
  const isStopped = useReadout(timeline, (now) => now.isStopped);
  const drawn = useDrawn();
  const fileEndMs = useReadout(timeline, (now) => now.fileEndMs);
  const group = drawn?.group ?? null;
  const contents = useMemo(
    () => ({
      file: { ...fileOf(timeline), endMs: fileEndMs },
      signal: group === null ? null : { segments: group.segments, samplingHz: group.sampling_hz },
      recordingStartMs: recording.start_ms,
      annotations,
    }),
    [timeline, fileEndMs, group, recording, annotations],
  );
  if (drawn === null)
    return (
      <div className={css.empty}>
        <Face icon={FileX2} title={text.window.noEeg} />
      </div>
    );
  const isEmpty = drawn.channels.length === 0;
  return (
    <div className={css.window}>
      <WindowNotices>
        <GraceBanner />
        {isStopped ? <Banner tone="danger">{text.timeline.serverAway}</Banner> : null}
        <MontageNotice />
        <ArtifactsUnknown />
        {isEmpty ? null : (
          <>
            <HighPassWarning drawn={drawn} />
            <Caption drawn={drawn} />
          </>
        )}
      </WindowNotices>
      {isEmpty ? (
        <div className={css.empty}>
          <Face icon={ListX} title={montageText.window.empty}>
            <p>{montageText.window.emptyHint}</p>
          </Face>
        </div>
      ) : (
        <div className={own.body}>
          <SdPlot drawn={drawn} wanted={wanted} onRenderer={onRenderer} surface={surface} />
          {isOpen ? <Worksheet focusPlot={focusPlot} /> : null}
        </div>
      )}
      <TimelineBar timeline={timeline} clock={clock} contents={contents} focusPlot={focusPlot} goTo={goTo} />
    </div>
  );
}
