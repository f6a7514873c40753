import { MonitorCog } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useSnapshot } from "valtio";
import { text } from "../../../protocol/text/text.ts";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import { BarTool } from "./BarTools.tsx";
import { barRanks } from "./bar-overflow.ts";
import css from "./Plot.module.css";
import type { Engine } from "./use-engine.ts";

/** What draws the picture; quiet unless something is wrong. */
export function EngineChip({ engine }: { engine: Engine }) {
  const { backend, hasLostGpu } = useSnapshot(engine.state);
  if (backend === null) return null;
  const chip = (
    <WithTooltip hint={hasLostGpu ? text.status.gpuLost : text.status.backendHint[backend]}>
      <AriaButton className={css.status} data-kind={hasLostGpu ? "failed" : undefined} data-part="engine">
        <MonitorCog size={13} aria-hidden />
        {hasLostGpu ? (
          text.status.backend[backend]
        ) : (
          <span className="visually-hidden">{text.status.backend[backend]}</span>
        )}
      </AriaButton>
    </WithTooltip>
  );
  // That a card was lost stays in view.
  return (
    <BarTool name={text.status.engine} rank={barRanks.engine} isPinned={hasLostGpu}>
      {chip}
    </BarTool>
  );
}
