import type { Clock } from "../../../domain/time/clock.ts";
import type { StoredFacts } from "../../../protocol/recordings.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { graphsText } from "../../../protocol/text/graphs-text.ts";
import { FactsList } from "./Facts.tsx";
import { storedParameters } from "./stored-parameters.ts";

const { stored: said } = graphsText;

/** What is said of stored values: as of their run, whatever the view. */
export function StoredFactsList({ stored, clock }: { stored: StoredFacts; clock: Clock }) {
  const { run_id, name, finished_at, core, masked_share, missing_share, definition, parameters, sources } = stored;
  return (
    <FactsList
      facts={{
        definition: said.definition(run_id, name, clock.dateTime(finished_at), definition),
        parameters: `${storedParameters(parameters, clock)}; ${said.artifacts}`,
        source: sources.join("; ") || chartText.facts.none,
        left: chartText.facts.shareOfRun(masked_share, missing_share),
        core,
      }}
    />
  );
}
