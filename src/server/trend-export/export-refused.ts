import { text } from "../../protocol/text/text.ts";
import { trendExportText } from "../../protocol/text/trend-export-text.ts";

const { empty, tooLong, noRoom, changed } = trendExportText.refused;
const reasons = {
  unknown: { status: 404, sentence: text.notFound.recording },
  empty: { status: 400, sentence: empty },
  tooLong: { status: 400, sentence: tooLong },
  noRoom: { status: 507, sentence: noRoom },
  changed: { status: 409, sentence: changed },
} as const;

/** Why there is no file, by the name of the reason. */
export class ExportRefused extends Error {
  override readonly name = "ExportRefused";
  readonly status: number;
  constructor(readonly code: keyof typeof reasons) {
    super(reasons[code].sentence);
    this.status = reasons[code].status;
  }
}
