/** What is said of an analysis, line by line: the same in the panel beside it and at the head of every file that holds its values. Pure. */
import { chartText } from "../../../protocol/text/chart-text.ts";

/** What is said of an analysis wherever it is shown. */
export interface AnalysisFacts {
  /** How it is defined. */
  readonly definition: string;
  readonly parameters: string;
  /** Of what it is made. */
  readonly source: string;
  /** What of that was left out or not there. */
  readonly left: string;
  /** Of the core that computed it (`Page.core`); null: nothing is computed yet. */
  readonly core: string | null;
}

const { facts: words } = chartText;

/** Definition, parameters, source, masked and missing share, version of the core; an export with values of an analysis begins with them. */
export function factLines({
  definition,
  parameters,
  source,
  left,
  core,
}: AnalysisFacts): readonly (readonly [name: string, said: string])[] {
  return [
    [words.definition, definition],
    [words.parameters, parameters],
    [words.source, source],
    [words.left, left],
    [words.core, core === null ? words.none : words.version(core)],
  ];
}
