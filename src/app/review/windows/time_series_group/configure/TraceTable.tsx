import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { traceColours } from "../../../../../domain/graphs/default-graphs.ts";
import { fieldOf, traceCount, withBound, withBounds } from "../../../../../domain/graphs/edit-graphs.ts";
import { withColour, withLabel, withoutTrace, withSpectrum } from "../../../../../domain/graphs/edit-traces.ts";
import {
  colourSpectra,
  type Graph,
  graphLimits,
  type HeatmapTrace,
  type LineTrace,
} from "../../../../../domain/graphs/graph.ts";
import { titleOfContent, titleOfTrace } from "../../../../../domain/graphs/trace-title.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { IconButton } from "../../../../../ui/buttons/IconButton.tsx";
import { RefusedButton } from "../../../../../ui/buttons/RefusedButton.tsx";
import { TextButton } from "../../../../../ui/buttons/TextButton.tsx";
import { ColourField } from "../../../../../ui/fields/ColourField.tsx";
import { Select } from "../../../../../ui/fields/Select.tsx";
import { TextInput } from "../../../../../ui/fields/TextInput.tsx";
import { toast } from "../../../../../ui/notices/toasts.ts";
import { WithTooltip } from "../../../../../ui/notices/WithTooltip.tsx";
import css from "./ConfigureGraphs.module.css";
import { NumberEntry } from "./NumberEntry.tsx";
import { SpectrumPreview } from "./SpectrumPreview.tsx";
import { useGraphsEdit } from "./use-graphs-edit.ts";

/** Black, the colours of new lines, and more that are told apart. */
export const palette: readonly string[] = [
  ...["#000000", ...traceColours, "#1d4f9e", "#c2185b"],
  ...["#5c6a78", "#00838f", "#558b2f", "#e65100", "#4527a0", "#795548", "#d4a017", "#e573a5"],
];

const spectra = colourSpectra.map((name) => ({ id: name, name }));

export interface TraceTableProps {
  graph: Graph;
  traces: readonly (LineTrace | HeatmapTrace)[];
  /** Heading and cell of what it shows, and of how it is computed. */
  first: readonly [heading: string, cell: (trace: LineTrace | HeatmapTrace) => ReactNode];
  last: readonly [heading: string, cell: (trace: LineTrace | HeatmapTrace) => ReactNode];
  caption: string;
  empty: string;
}

/** Sources or analytics of a graph: what it shows, label, colours, how it is computed, delete. */
export function TraceTable({ graph, traces, first, last, caption, empty }: TraceTableProps) {
  const { edit } = useGraphsEdit();
  if (traces.length === 0) return <p className={css.empty}>{empty}</p>;
  const { id: graphId, renderStrategy } = graph;
  const looks =
    renderStrategy === "line"
      ? [graphsText.color]
      : [graphsText.colorSpectrum, graphsText.lowerBound, graphsText.upperBound];
  return (
    <TableFrame caption={caption} headings={[first[0], graphsText.label, ...looks, last[0]]}>
      {traces.map((trace) => {
        const { id, name, content } = trace;
        const title = titleOfTrace(trace);
        return (
          <tr key={id}>
            <td className={css.sourceCell}>{first[1](trace)}</td>
            <td className={css.labelCell}>
              <TextInput
                label={graphsText.of(graphsText.label, title)}
                isLabelHidden
                value={name}
                placeholder={titleOfContent(content)}
                maxLength={graphLimits.label}
                onChange={(label) => edit((now) => withLabel(now, graphId, id, label))}
              />
            </td>
            {trace.renderStrategy === "line" ? (
              <td>
                <Colour
                  label={graphsText.of(graphsText.color, title)}
                  value={trace.color}
                  onChange={(color) => edit((now) => withColour(now, graphId, id, color))}
                />
              </td>
            ) : (
              <>
                <td className={css.spectrumCell}>
                  <Select
                    label={graphsText.of(graphsText.colorSpectrum, title)}
                    isLabelHidden
                    options={spectra}
                    selected={trace.colorSpectrum}
                    onChoose={(chosen) => {
                      const spectrum = colourSpectra.find((each) => each === chosen);
                      if (spectrum !== undefined) edit((now) => withSpectrum(now, graphId, id, spectrum));
                    }}
                  />
                  <SpectrumPreview spectrum={trace.colorSpectrum} />
                </td>
                {(["lowerBound", "upperBound"] as const).map((bound) => (
                  <td key={bound} className={css.boundCell}>
                    <NumberEntry
                      label={graphsText.of(graphsText[bound], title)}
                      isLabelHidden
                      field={fieldOf(id, bound)}
                      value={trace[bound]}
                      onEnter={(typed) => edit((now) => withBound(now, id, bound, typed))}
                    />
                    {bound === "upperBound" ? <FitBounds trace={trace} title={title} /> : null}
                  </td>
                ))}
              </>
            )}
            <td>{last[1](trace)}</td>
            <DeleteCell label={graphsText.of(graphsText.delete, title)} graphId={graphId} id={id} />
          </tr>
        );
      })}
    </TableFrame>
  );
}

/** Sets both bounds by what is in view, where the window shows something of the trace. */
function FitBounds({ trace, title }: { trace: HeatmapTrace; title: string }) {
  const { edit, boundsInView } = useGraphsEdit();
  return (
    <WithTooltip hint={graphsText.fitBounds(title)}>
      <TextButton
        label={graphsText.fitBounds(title)}
        onPress={() => {
          const found = boundsInView(trace);
          if (found === null) toast.error(graphsText.noBounds(title));
          else edit((now) => withBounds(now, trace.id, found));
        }}
      >
        {graphsText.fitToData}
      </TextButton>
    </WithTooltip>
  );
}

export interface TableFrameProps {
  caption: string;
  headings: readonly string[];
  children: ReactNode;
}

/** A table whose last column holds the delete buttons. */
export function TableFrame({ caption, headings, children }: TableFrameProps) {
  return (
    <div className={css.tableFrame}>
      <table className={css.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{graphsText.delete}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function DeleteCell({ label, graphId, id }: { label: string; graphId: string; id: string }) {
  const { edit } = useGraphsEdit();
  return (
    <td className={css.deleteCell}>
      <IconButton icon={Trash2} label={label} onPress={() => edit((now) => withoutTrace(now, graphId, id))} />
    </td>
  );
}

export function Colour({ label, value, onChange }: { label: string; value: string; onChange: (hex: string) => void }) {
  const words = { palette: graphsText.palette, hex: graphsText.hex };
  return <ColourField label={label} value={value} onChange={onChange} palette={palette} words={words} />;
}

/** A button that adds a trace or a delta region; it says why where the window has as many as it may. */
export function AddRow({ words, children }: { words: string; children: ReactNode }) {
  const { draft } = useGraphsEdit();
  const isFull = traceCount(draft.graphs) >= graphLimits.traces;
  return (
    <div className={css.add}>
      {isFull ? <RefusedButton hint={graphsText.mostTraces(graphLimits.traces)}>{words}</RefusedButton> : children}
    </div>
  );
}
