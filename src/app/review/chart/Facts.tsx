import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import { BarTool } from "../plot/BarTools.tsx";
import { barRanks } from "../plot/bar-overflow.ts";
import css from "./Chart.module.css";
import { type AnalysisFacts, factLines } from "./fact-lines.ts";

export type { AnalysisFacts } from "./fact-lines.ts";

/** The small panel beside an analysis. */
export function Facts({ facts }: { facts: AnalysisFacts }) {
  return <FactsButton content={() => <FactsList facts={facts} />} />;
}

/** What opens such a panel. */
export function FactsButton({ content }: { content: () => ReactNode }) {
  return (
    <BarTool name={chartText.facts.open} rank={barRanks.facts}>
      <PopoverButton
        label={chartText.facts.open}
        tone="quiet"
        hint={chartText.facts.open}
        placement="bottom end"
        content={content}
      >
        <Info size={16} aria-hidden />
      </PopoverButton>
    </BarTool>
  );
}

/** Definition, parameters, source, masked and missing share, version of the core. */
export function FactsList({ facts }: { facts: AnalysisFacts }) {
  return (
    <dl className={css.facts}>
      {factLines(facts).map(([name, said]) => (
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
