import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import css from "./Chart.module.css";

/** What is said of an analysis wherever it is shown. */
export interface AnalysisFacts {
  /** How it is defined. */
  readonly definition: string;
  readonly parameters: string;
  /** Of what it is made. */
  readonly source: string;
  /** What of that was left out or not there. */
  readonly left: string;
  /** Of the core that computed it (`Page.core`); null: nothing is shown yet. */
  readonly core: string | null;
}

/** The small panel beside an analysis. */
export function Facts({ facts }: { facts: AnalysisFacts }) {
  return <FactsButton content={() => <FactsList facts={facts} />} />;
}

/** What opens such a panel. */
export function FactsButton({ content }: { content: () => ReactNode }) {
  return (
    <PopoverButton
      label={chartText.facts.open}
      tone="quiet"
      hint={chartText.facts.open}
      placement="bottom end"
      content={content}
    >
      <Info size={16} aria-hidden />
    </PopoverButton>
  );
}

/** Definition, parameters, source, masked and missing share, version of the core. */
export function FactsList({ facts }: { facts: AnalysisFacts }) {
  const rows = [
    [chartText.facts.definition, facts.definition],
    [chartText.facts.parameters, facts.parameters],
    [chartText.facts.source, facts.source],
    [chartText.facts.left, facts.left],
    [chartText.facts.core, facts.core === null ? chartText.facts.none : chartText.facts.version(facts.core)],
  ] as const;
  return (
    <dl className={css.facts}>
      {rows.map(([name, said]) => (
        <Fact key={name} name={name} said={said} />
      ))}
    </dl>
  );
}

function Fact({ name, said }: { name: string; said: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{said}</dd>
    </>
  );
}
