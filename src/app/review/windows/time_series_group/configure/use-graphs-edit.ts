/** The working copy of a window's graphs, handed down by context. */
import { createContext, useContext } from "react";
import type { GraphsDraft } from "../../../../../domain/graphs/edit-graphs.ts";
import type { HeatmapTrace, SignalName } from "../../../../../domain/graphs/graph.ts";
import type { DescribedSignal } from "../../../../../domain/graphs/sources.ts";
import type { ValueRange } from "../../../../../domain/montage/value-axis.ts";
import type { PatientSources } from "./use-sources.ts";

export interface GraphsEdit {
  readonly draft: GraphsDraft;
  /** What is wrong with number fields, by `fieldOf`. */
  readonly problems: Readonly<Record<string, string>>;
  edit(change: (draft: GraphsDraft) => GraphsDraft): void;
  readonly sources: PatientSources;
  describe(name: SignalName): DescribedSignal;
  /** Bounds that hold what the window shows of a trace; null: it shows nothing of it. */
  boundsInView(trace: HeatmapTrace): ValueRange | null;
}

const Context = createContext<GraphsEdit | null>(null);
export const GraphsEditContext = Context.Provider;

export function useGraphsEdit(): GraphsEdit {
  const found = useContext(Context);
  if (found === null) throw new Error("There are no graphs around this component.");
  return found;
}
