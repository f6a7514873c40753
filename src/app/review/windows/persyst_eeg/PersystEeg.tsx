import { useQuery } from "@tanstack/react-query";
import { FileX2, LoaderCircle } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import { eegServiceText } from "../../../../protocol/text/eeg-service-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { fetched } from "../../../../ui/fetched.tsx";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { useConfigure } from "../../configure/use-configure.ts";
import { persystMontagesQuery, recordingInfoQuery } from "../../eeg-service/queries.ts";
import { ServiceAway } from "../../eeg-service/ServiceAway.tsx";
import { GraceBanner } from "../../plot/GraceBanner.tsx";
import plotCss from "../../plot/Plot.module.css";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import { timeActions } from "../../plot/time-actions.ts";
import { usePlotFocus } from "../../plot/use-plot-focus.ts";
import { WindowFrame } from "../../plot/WindowFrame.tsx";
import { WindowNotices } from "../../plot/WindowNotices.tsx";
import { useWindowActions } from "../../shortcuts/window-actions.ts";
import { fileOf } from "../../time/timeline.ts";
import { useReadout } from "../../time/use-readout.ts";
import { TimelineBar } from "../../timeline/TimelineBar.tsx";
import type { WindowBodyProps } from "../kind.ts";
import { PersystPlot, type PersystPlotProps } from "./PersystPlot.tsx";
import { PersystToolbar } from "./PersystToolbar.tsx";
import { type PersystEegWindow, PersystWindowContext, usePersystWindow } from "./persyst-window.ts";
import { words } from "./words.ts";

const ConfigurePersyst = fetched(
  async () => (await import("./ConfigurePersyst.tsx")).ConfigurePersyst,
  text.failed.notFetched,
);

/** One EEG window of the EEG image service in its tile (spec 2.14). */
export function PersystEeg(props: WindowBodyProps<PersystEegWindow>) {
  const { window, isActive, backend, onRenderer, saving, onClose } = props;
  const { surface, focusPlot } = usePlotFocus();
  const goTo = useRef<HTMLInputElement>(null);
  const { montage, face } = useService(window);
  const configure = useConfigure(saving);
  const actions = useMemo(
    () => timeActions(window.timeline, window.annotations, () => goTo.current?.focus()),
    [window],
  );
  useWindowActions(
    isActive,
    montage === null
      ? null
      : {
          title: words.title,
          timeline: window.timeline,
          actions: { ...actions, edit_window_settings: configure.open },
        },
  );
  return (
    <PlotWindowContext value={window}>
      <PersystWindowContext value={window}>
        <WindowFrame
          title={words.title}
          bar={montage === null ? null : <PersystToolbar montage={montage} focusPlot={focusPlot} />}
          onSettings={montage === null ? undefined : configure.open}
          onClose={onClose}
        >
          {montage === null ? (
            <div className={plotCss.empty}>{face}</div>
          ) : (
            <View
              montage={montage}
              wanted={backend}
              onRenderer={onRenderer}
              surface={surface}
              focusPlot={focusPlot}
              goTo={goTo}
            />
          )}
          {configure.isOpen && montage !== null ? <ConfigurePersyst saving={saving} onClose={configure.close} /> : null}
        </WindowFrame>
      </PersystWindowContext>
    </PlotWindowContext>
  );
}

/** The montage that is drawn, or what stands in place of the plot. */
function useService(window: PersystEegWindow): { montage: string | null; face: ReactNode } {
  const { data_object_id: id } = window.recording;
  const info = useQuery(recordingInfoQuery(id));
  const isThere = info.data !== undefined && info.data.start_time_milliseconds !== null;
  const montages = useQuery({ ...persystMontagesQuery(id), enabled: isThere });
  const { montage: chosen } = useSnapshot(window.props);
  const names = montages.data?.montages.map(({ name }) => name) ?? null;
  const told = JSON.stringify(names);
  useEffect(() => {
    window.service.montages = JSON.parse(told) as string[] | null;
  }, [window, told]);
  const error = info.error ?? montages.error;
  if (error !== null)
    return {
      montage: null,
      face: (
        <ServiceAway
          error={error}
          onTryAgain={() => {
            void info.refetch();
            if (isThere) void montages.refetch();
          }}
        />
      ),
    };
  if (info.data !== undefined && !isThere)
    return {
      montage: null,
      face: (
        <Face icon={FileX2} title={eegServiceText.unavailable}>
          <p>{eegServiceText.unavailableHint}</p>
        </Face>
      ),
    };
  if (names === null) return { montage: null, face: <Face icon={LoaderCircle} title={eegServiceText.loading} /> };
  const drawn = names.find((name) => name === chosen) ?? names.at(0);
  if (drawn === undefined)
    return {
      montage: null,
      face: (
        <Face icon={FileX2} title={words.noMontage}>
          <p>{words.noMontageHint}</p>
        </Face>
      ),
    };
  return { montage: drawn, face: null };
}

interface ViewProps extends PersystPlotProps {
  focusPlot: () => void;
  /** The field "Go to". */
  goTo: RefObject<HTMLInputElement | null>;
}

function View({ focusPlot, goTo, ...plot }: ViewProps) {
  const { timeline, clock, annotations, recording, group } = usePersystWindow();
  const isStopped = useReadout(timeline, (now) => now.isStopped);
  const fileEndMs = useReadout(timeline, (now) => now.fileEndMs);
  const contents = useMemo(
    () => ({
      file: { ...fileOf(timeline), endMs: fileEndMs },
      signal: group === null ? null : { segments: group.segments, samplingHz: group.sampling_hz },
      recordingStartMs: recording.start_ms,
      annotations,
    }),
    [timeline, fileEndMs, group, recording, annotations],
  );
  return (
    <div className={plotCss.window}>
      <WindowNotices>
        <GraceBanner />
        {isStopped ? <Banner tone="danger">{text.timeline.serverAway}</Banner> : null}
      </WindowNotices>
      <PersystPlot {...plot} />
      <TimelineBar timeline={timeline} clock={clock} contents={contents} focusPlot={focusPlot} goTo={goTo} />
    </div>
  );
}
