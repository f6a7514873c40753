import { initialLengthsOf } from "../../../../../domain/time/page-lengths.ts";
import { applyTo } from "../../../configure/apply-to.ts";
import { pageSizeOf } from "../../../configure/PageSizeField.tsx";
import type { WindowSaving } from "../../../configure/window-saving.ts";
import { showLength } from "../../../time/timeline.ts";
import { boundsInView } from "../range-in-view.ts";
import { useSeriesWindow } from "../series-window.ts";
import { ConfigureGraphs } from "./ConfigureGraphs.tsx";

const lengthsMs = initialLengthsOf("time_series_group");

/** 'Configure Graphs' of the window around it. What nobody changed stays as it is: suggested graphs are not kept by it. */
export function ConfigureSeries({ saving, onClose }: { saving: WindowSaving; onClose: () => void }) {
  const window = useSeriesWindow();
  const { recordings, props, timeline } = window;
  const [review] = recordings.known();
  return (
    <ConfigureGraphs
      review={review}
      now={{
        graphs: window.graphs(),
        hideEmptyGraphs: props.hideEmptyGraphs,
        pageMs: pageSizeOf(timeline, lengthsMs),
      }}
      choicesMs={lengthsMs}
      saving={saving}
      boundsInView={(trace) => boundsInView(window, trace)}
      onApply={({ graphs, hideEmptyGraphs, pageMs }) =>
        applyTo(window, () => {
          if (graphs !== undefined) window.setGraphs(graphs);
          if (hideEmptyGraphs !== undefined) props.hideEmptyGraphs = hideEmptyGraphs;
          if (pageMs !== undefined) showLength(timeline, pageMs);
        })
      }
      onClose={onClose}
    />
  );
}
