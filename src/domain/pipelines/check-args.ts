/** Arguments of nodes, one plain sentence for the first that is wrong. */
import type { PipelineNode } from "../../protocol/pipelines.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { binCount, binsOf, mostBins } from "./bins.ts";
import type { ArgRule, NodeKind } from "./nodes.ts";

const said = pipelineText.problems;
const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 200;
const isReal = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isFile = (value: unknown): boolean =>
  Number.isInteger(value) && isReal(value) && value > 0 && value <= 2_147_483_647;

function problemOf(arg: string, value: unknown, rule: ArgRule): string | null {
  switch (rule.kind) {
    case "number": {
      if (!isReal(value) || value < rule.low || value > rule.high) return said.number(arg, rule.low, rule.high);
      return rule.isNotZero && value === 0 ? said.zero(arg) : null;
    }
    case "whole": {
      const { low, high, step = 1 } = rule;
      const fits = isReal(value) && Number.isInteger(value / step) && value >= low && value <= high;
      return fits ? null : said.whole(arg, low, high, step);
    }
    case "choice":
      return rule.choices.includes(value as string) ? null : said.choice(arg, rule.choices);
    case "yes or no":
      return typeof value === "boolean" ? null : said.yesNo(arg);
    case "name":
      return isName(value) ? null : said.name1(arg);
    case "names": {
      const fits = Array.isArray(value) && value.length > 0 && value.length <= rule.most && value.every(isName);
      return fits ? null : said.names(arg, rule.most);
    }
    case "frequency":
      return rule.options.includes(value as number | null) ? null : said.frequency(arg, rule.options);
    case "files":
      return Array.isArray(value) && value.length <= 1 && value.every(isFile) ? null : said.files(arg);
  }
}

/** Null: they are as the kind of node wants them. */
export function argsProblem({ args }: PipelineNode, kind: NodeKind): string | null {
  const unknown = Object.keys(args).find((arg) => !Object.hasOwn(kind.args, arg));
  if (unknown !== undefined) return said.unknownArg(unknown);
  for (const [arg, rule] of Object.entries(kind.args)) {
    const value = args[arg];
    if (value === undefined && rule.isOptional) continue;
    const problem = value === undefined ? said.lacking(arg) : problemOf(arg, value, rule);
    if (problem !== null) return problem;
  }
  const { low, high, start_time, end_time } = args as Record<string, number>;
  if (kind.subtype === "range" && low >= high) return said.order("low", "high");
  if (kind.subtype === "histogram") {
    const bins = binsOf(args);
    if (bins.min >= bins.max) return said.order("binMinimum", "binMaximum");
    if (binCount(bins) > mostBins) return said.tooManyBins(mostBins);
  }
  if (start_time !== undefined && end_time !== undefined && start_time >= end_time)
    return said.order("start_time", "end_time");
  return null;
}
