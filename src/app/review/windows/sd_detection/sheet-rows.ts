/** The rows of the worksheet: candidates of the whole file, with what readers said of them in the sessions that are loaded. */
import { channelName } from "../../../../domain/annotations/channel-name.ts";
import {
  type GivenVerdict,
  isVerdict,
  type SdCandidateRow,
  type Verdict,
  verdictBook,
  verdictContent,
} from "../../../../domain/sd/worksheet.ts";
import { factLines } from "../../chart/fact-lines.ts";
import { inputsOf } from "../../rows/row-inputs.ts";
import { analysisFacts } from "./analysis-facts.ts";
import type { FoundEvent } from "./detection.ts";
import type { SdWindow } from "./sd-window.ts";
import { words } from "./words.ts";

export interface SheetRow {
  readonly candidate: SdCandidateRow;
  readonly given: GivenVerdict | null;
  readonly verdict: Verdict | null;
}

/** Ascending in time. */
export const sheetRows = (window: SdWindow): readonly SheetRow[] =>
  judged(window, window.worksheet.detection.candidates());

/** What readers said of each of what was found, in the same order; none while nothing is drawn. */
export function judged(
  { annotations: { table }, drawn }: Pick<SdWindow, "annotations" | "drawn">,
  found: readonly FoundEvent[],
): readonly SheetRow[] {
  const now = drawn();
  if (now === null) return [];
  const { resolved, computed, group } = now;
  const verdictOf = verdictBook(
    // Few of many: tags are looked at before anything is made of a row.
    Array.from(table.inOrder())
      .filter((row) => isVerdict(table.styles.list[table.style[row]].tags))
      .map((row) => table.at(row)),
  );
  return found.map(({ drawnRow, ...event }) => {
    const labels = inputsOf(resolved.derivations[computed[drawnRow.row]]).map((index) => group.channels[index].label);
    const candidate = { ...event, channel: drawnRow.name, modalities: labels.map(channelName) };
    const given = verdictOf(candidate);
    return { candidate, given, verdict: given?.verdict ?? null };
  });
}

/** How candidates were found, as it goes into files. */
export const sheetFacts = (window: SdWindow): readonly (readonly [name: string, value: string])[] => [
  ...factLines(analysisFacts(window, window.worksheet.detection)),
  [words.sheet.note, words.screening],
];

/**
 * Makes annotations of these candidates, all in one step of Undo; what the reader said of one before is replaced, what somebody else said stays
 * and is answered by one of the reader's own. False: nothing was made, and why is said.
 */
export function giveVerdict(window: SdWindow, rows: readonly SheetRow[], verdict: Verdict): boolean {
  const { pointing } = window.annotations;
  if (pointing === null) return false;
  const { parameters, left, core } = analysisFacts(window, window.worksheet.detection);
  // Its source is the recording and the channels that the annotation names; a definition has no room in a description.
  const facts = [parameters, left, words.screening, ...(core === null ? [] : [words.sheet.core(core)])].join("; ");
  const contentOf = ({ candidate }: SheetRow) => verdictContent(candidate, verdict, { window: window.title, facts });
  const changed = rows.flatMap((row) => {
    const said = row.given?.said ?? [];
    const own = said.find(({ ref }) => pointing.isOwn(ref))?.verdict ?? verdict;
    return row.verdict === verdict && own === verdict
      ? []
      : { content: contentOf(row), said: said.map(({ ref }) => ref) };
  });
  return changed.length === 0 || pointing.sayAll(changed);
}
