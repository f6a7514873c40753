/** Which channels a drag over the rows of a plot is of. */
import { channelName } from "../../../domain/annotations/channel-name.ts";
import { annotationLimits } from "../../../protocol/annotations.ts";
import type { Lane } from "./masked-rows.ts";

/**
 * The channels of a recording that the lanes between two heights are made of, each once, in the order of the lanes. None, and so of all:
 * over every one of several lanes, beside them, or over more than an annotation may name.
 */
export function lanesChannels(
  lanes: readonly Lane[],
  [fromY, toY]: readonly [number, number],
  dataObjectId: number,
): readonly string[] {
  const [top, bottom] = [Math.min(fromY, toY), Math.max(fromY, toY)];
  const over = lanes.filter(({ y, height }) => y <= bottom && y + height > top);
  if (lanes.length > 1 && over.length === lanes.length) return [];
  const inputs = over.flatMap((lane) => lane.inputs).filter((input) => input.dataObjectId === dataObjectId);
  const names = [...new Set(inputs.map(({ label }) => channelName(label)))];
  return names.length > annotationLimits.modalities ? [] : names;
}
