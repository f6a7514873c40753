import { ListTree } from "lucide-react";
import { lazy, Suspense } from "react";
import { text } from "../../../../protocol/text/text.ts";
import { PopoverButton } from "../../../../ui/buttons/PopoverButton.tsx";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import { useDrawn } from "../../rows/montage-window.ts";
import css from "./EegMontage.module.css";

// Lists that can be put in order are heavy and seldom needed.
const RowsPanel = lazy(async () => ({ default: (await import("./RowsPanel.tsx")).RowsPanel }));

/** Which rows are drawn, and in what order; says how many are hidden. */
export function RowsButton() {
  const drawn = useDrawn();
  if (drawn === null) return null;
  const { channels, resolved } = drawn;
  const isThere = new Set(channels.map(({ id }) => id));
  const hidden = resolved.channels.filter(({ id, isOffered }) => !isOffered && !isThere.has(id)).length;
  const label = hidden === 0 ? text.rows.button : text.rows.hiddenCount(hidden);
  const button = (
    <PopoverButton
      label={label}
      tone="quiet"
      hint={label}
      content={() => (
        <Suspense>
          <RowsPanel drawn={drawn} />
        </Suspense>
      )}
    >
      <ListTree size={15} aria-hidden />
      {hidden === 0 ? null : <span className={css.filterText}>{text.rows.hidden(hidden)}</span>}
    </PopoverButton>
  );
  // That rows are hidden stays in view.
  return (
    <BarTool name={text.rows.button} rank={barRanks.rows} isPinned={hidden > 0}>
      {button}
    </BarTool>
  );
}
