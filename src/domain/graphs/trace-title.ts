/** What a trace and what it shows are called on the screen. */
import { graphsText } from "../../protocol/text/graphs-text.ts";
import type { TraceContent } from "./graph.ts";
import { titleOfSignal } from "./signal-names.ts";

/** "ABP", "PRx" */
export const titleOfContent = ({ signal, onDemandAnalysis }: TraceContent): string =>
  signal === null ? graphsText.analyticNames[onDemandAnalysis.analytic] : titleOfSignal(signal);

/** The label, else the name of what it shows. */
export const titleOfTrace = ({ name, content }: { readonly name: string; readonly content: TraceContent }): string =>
  name === "" ? titleOfContent(content) : name;
