/** What a trace and what it shows are called on the screen. */

import { compositeParts } from "../../protocol/composites.ts";
import { graphsText } from "../../protocol/text/graphs-text.ts";
import { isComposite, type StoredColumn, type TraceContent } from "./graph.ts";
import { titleOfSignal } from "./signal-names.ts";

/** "ABP", "PRx", "CPPOpt LLA" */
export function titleOfContent({ signal, onDemandAnalysis }: TraceContent): string {
  if (signal !== null) return titleOfSignal(signal);
  if (onDemandAnalysis.analytic === "stored_run") return titleOfStored(onDemandAnalysis);
  const name = graphsText.analyticNames[onDemandAnalysis.analytic];
  if (!isComposite(onDemandAnalysis)) return name;
  const { analytic, isCompositePart, compositeIndex } = onDemandAnalysis;
  return isCompositePart ? compositeParts[analytic][compositeIndex].label : graphsText.binsOf(name);
}

/** "PRx", "CPPOpt LLA": the column where the output has several. */
export const titleOfStored = ({ output, column }: StoredColumn): string =>
  column === output ? output : `${output} ${column}`;

/** The label, else the name of what it shows. */
export const titleOfTrace = ({ name, content }: { readonly name: string; readonly content: TraceContent }): string =>
  name === "" ? titleOfContent(content) : name;
