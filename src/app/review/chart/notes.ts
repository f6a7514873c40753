/** What a chart says where it cannot show what it was asked for. */
import type { SampleTally } from "../../../protocol/page-codec.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import type { StatusReadout } from "../plot/status.ts";

export interface ChartNote {
  readonly said: string;
  readonly hasFailed: boolean;
}

/** While not all of the view is here: what the server refused, each sentence once; else what is waited for. */
export function waitingNote({ kind, label, failed }: Pick<StatusReadout, "kind" | "label" | "failed">): ChartNote {
  const sentences = [...new Set(failed.map(({ message }) => message))];
  if (sentences.length > 0) return { said: sentences.join(" "), hasFailed: true };
  // What is here and not drawn yet is drawn in a moment.
  return { said: kind === "exact" ? chartText.loading : label, hasFailed: false };
}

/** Why a signal has no value left, where artifacts are the reason; null: it has some, or none is masked. Counts of samples. */
export function maskedNote({ expected, masked, present }: SampleTally): string | null {
  if (present > 0 || masked === 0) return null;
  return masked >= expected ? chartText.allMasked : chartText.maskedOrMissing;
}
