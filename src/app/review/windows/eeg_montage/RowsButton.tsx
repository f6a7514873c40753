import { ListTree } from "lucide-react";
import { text } from "../../../../protocol/text/text.ts";
import { PopoverButton } from "../../../../ui/buttons/PopoverButton.tsx";
import { fetched } from "../../../../ui/fetched.tsx";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import { useDrawn } from "../../rows/montage-window.ts";
import css from "./EegMontage.module.css";

// Lists that can be put in order are heavy and seldom needed.
const RowsPanel = fetched(async () => (await import("./RowsPanel.tsx")).RowsPanel, text.failed.notFetched);

/** Which rows are drawn, and in what order; says how many are hidden. */
export function RowsButton() {
  const drawn = useDrawn();
  if (drawn === null) return null;
  const { channels, resolved } = drawn;
  const isThere = new Set(channels.map(({ id }) => id));
  const hidden = resolved.channels.filter(({ id, isOffered }) => !isOffered && !isThere.has(id)).length;
  const label = hidden === 0 ? text.rows.button : text.rows.hiddenCount(hidden);
  const button = (
    <PopoverButton label={label} tone="quiet" hint={label} content={() => <RowsPanel drawn={drawn} />}>
      <ListTree size={15} aria-hidden />
      {hidden === 0 ? null : <span className={css.hiddenRows}>{text.rows.hidden(hidden)}</span>}
    </PopoverButton>
  );
  // That rows are hidden stays in view.
  return (
    <BarTool name={text.rows.button} rank={barRanks.rows} isPinned={hidden > 0}>
      {button}
    </BarTool>
  );
}
