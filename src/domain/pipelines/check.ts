/**
 * Whether the graph of an analysis can run, as far as that can be said without the files it reads: nodes and arguments,
 * what reaches what, circles, shapes, windows, sizes. The screen and the server ask the same function.
 */
import {
  type PipelineAnalysis,
  type PipelineJson,
  type PipelineNode,
  type PipelineProblem,
  pipelineLimits,
} from "../../protocol/pipelines.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { binsOf, histogramColumns } from "./bins.ts";
import { argsProblem } from "./check-args.ts";
import { type NodeKind, nodeKindOf, optimumColumns, type SeriesShape, summaryColumns } from "./nodes.ts";
import { epochingProblem } from "./windows.ts";

const said = pipelineText.problems;
const nodeName = /^[A-Za-z0-9 _()-]{1,100}$/;

/** A series between nodes: what can be said of it before it is made. */
export interface GraphSeries {
  readonly name: string;
  readonly shape: SeriesShape;
  /** "" of the only column. */
  readonly columns: readonly string[];
  /** Subtypes of the filters that it went through. */
  readonly filters?: readonly string[];
}

export interface CheckedGraph {
  readonly problems: readonly PipelineProblem[];
  /** Node indexes, each behind those that it takes; empty where there are problems. */
  readonly order: readonly number[];
  /** By node; null of nodes that are wrong. */
  readonly series: readonly (readonly GraphSeries[] | null)[];
}

/** What is wrong, in the order of the nodes. */
export function checkAnalysis(analysis: PipelineAnalysis): CheckedGraph {
  const { pipeline_json: graph, multiprocess_epoching_args: epoching, exports } = analysis;
  const { nodes, architecture } = graph;
  const whole = wholeProblem(graph) ?? (epoching === undefined ? null : epochingProblem(epoching));
  if (whole !== null) return { problems: [{ node: null, sentence: whole }], order: [], series: [] };
  const problems: PipelineProblem[] = [];
  const tell = (node: number, sentence: string) =>
    problems.push({ node, sentence: pipelineText.node(node, nodes[node].name, sentence) });
  const names = new Map<string, number>();
  const kinds = nodes.map((node, k) => {
    const kind = nodeKindOf(node);
    const problem = ownProblem(node, kind, names.has(node.name), epoching !== undefined);
    if (!names.has(node.name)) names.set(node.name, k);
    if (problem !== null) tell(k, problem);
    return problem === null ? kind : undefined;
  });
  const strange = architecture.inputs.map((inputs) => inputs.findIndex((index) => nodes[index] === undefined));
  for (const [k, at] of strange.entries()) if (at >= 0) tell(k, said.noInput(at));
  const sound = architecture.inputs.map((inputs) => inputs.filter((index) => nodes[index] !== undefined));
  const { order, circle } = sorted(sound);
  for (const k of circle) tell(k, said.circle);
  const series: (readonly GraphSeries[] | null)[] = nodes.map(() => null);
  for (const k of order) {
    const kind = kinds[k];
    const taken = sound[k].map((index) => series[index]);
    if (kind === undefined || strange[k] >= 0 || taken.includes(null)) continue;
    const made = seriesOf(nodes[k], kind, (taken as (readonly GraphSeries[])[]).flat());
    if (typeof made === "string") tell(k, made);
    else series[k] = made;
  }
  const outputs = new Set(architecture.output_indexes);
  const count = [...outputs].reduce((sum, index) => sum + (series[index]?.length ?? 0), 0);
  if (count > pipelineLimits.outputs) problems.push({ node: null, sentence: said.tooManyOutputs });
  const exported = exports.find((name) => ![...outputs].some((index) => nodes[index].name === name));
  if (exported !== undefined) problems.push({ node: null, sentence: said.exported(exported) });
  problems.sort((a, b) => (a.node ?? -1) - (b.node ?? -1));
  return { problems, order: problems.length === 0 ? order : [], series };
}

function wholeProblem({
  name,
  description,
  nodes,
  architecture: { inputs, output_indexes },
}: PipelineJson): string | null {
  if (name.trim() === "" || name.length > pipelineLimits.name) return said.name;
  if (description.length > pipelineLimits.description) return said.description;
  if (nodes.length === 0) return said.noNodes;
  if (nodes.length > pipelineLimits.nodes) return said.tooManyNodes;
  if (inputs.length !== nodes.length) return said.inputsOfEach;
  if (output_indexes.length === 0) return said.noOutputs;
  if (output_indexes.length > pipelineLimits.outputs) return said.tooManyOutputs;
  const strange = output_indexes.findIndex((index) => nodes[index] === undefined);
  if (strange >= 0) return said.output(strange);
  const twice = output_indexes.find((index, k) => output_indexes.indexOf(index) < k);
  return twice === undefined ? null : pipelineText.node(twice, nodes[twice].name, said.twice);
}

function ownProblem(
  node: PipelineNode,
  kind: NodeKind | undefined,
  isTaken: boolean,
  hasWindows: boolean,
): string | null {
  if (!nodeName.test(node.name) || node.name.trim() !== node.name) return said.nodeName;
  if (isTaken) return said.sameName;
  if (kind === undefined) return said.unknown(node.type, node.subtype);
  const problem = argsProblem(node, kind);
  if (problem !== null) return problem;
  return !hasWindows && (kind.needsWindows || node.args.over === "windows") ? said.needsWindows : null;
}

/** Each node behind those it takes; `circle`: nodes that none of that holds for. */
function sorted(inputs: readonly (readonly number[])[]): { order: number[]; circle: number[] } {
  const waits = inputs.map((each) => each.length);
  const takers = inputs.map((): number[] => []);
  for (const [k, each] of inputs.entries()) for (const index of each) takers[index].push(k);
  const order = inputs.flatMap((each, k) => (each.length === 0 ? [k] : []));
  for (const index of order) for (const k of takers[index]) if (--waits[k] === 0) order.push(k);
  const reached = new Set(order);
  return { order, circle: inputs.flatMap((_, k) => (reached.has(k) ? [] : [k])) };
}

/** What a node brings, or what is wrong with what reaches it. */
function seriesOf(node: PipelineNode, kind: NodeKind, taken: readonly GraphSeries[]): readonly GraphSeries[] | string {
  const { least, most } = kind.inputs;
  if (taken.length < least || taken.length > most) return said.arity(least, most, taken.length);
  if (kind.takes === "recorded" && taken.some(({ shape }) => shape !== "recorded")) return said.recorded;
  if (kind.takes === "waves" && taken.some(({ shape }) => shape !== "recorded" && shape !== "filtered"))
    return said.waves;
  if (kind.takes === "single" && taken.some(({ shape }) => shape === "table")) return said.single;
  if (kind.takes === "table" && taken.some(({ shape }) => shape !== "table")) return said.several;
  const { name, args } = node;
  if (kind.type === "source")
    return (args.modalities as string[]).map((modality) => ({ name: modality, shape: "recorded", columns: [""] }));
  if (kind.brings === "as it takes") return taken;
  if (kind.brings === "filtered") {
    const { filters = [] } = taken[0];
    if (filters.includes(kind.subtype)) return said.filteredTwice(kind.subtype);
    return [{ name, shape: "filtered", columns: [""], filters: [...filters, kind.subtype] }];
  }
  if (kind.subtype === "cppopt" || kind.subtype === "mapopt")
    return [{ name, shape: "table", columns: optimumColumns(kind.subtype) }];
  if (kind.subtype === "histogram") return [{ name, shape: "table", columns: histogramColumns(binsOf(args)) }];
  if (kind.type === "statistics") return [{ name, shape: "table", columns: summaryColumns(taken[0].columns) }];
  if (kind.subtype === "column" && !taken[0].columns.includes(args.column as string))
    return said.noColumn(args.column as string);
  return [{ name, shape: "series", columns: [""] }];
}
