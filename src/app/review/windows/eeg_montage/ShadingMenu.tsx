import { useSnapshot } from "valtio";
import { longPageText as words } from "../../../../protocol/text/long-page-text.ts";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import { useEegWindow } from "./eeg-window.ts";
import { type LongPageMode, longPageModes } from "./shading.ts";

const choices = longPageModes.map((id) => ({ id, name: words.modes[id] }));

/** Says how a long page is drawn, and of what its shades are; nothing on pages that lines can be read on. */
export function ShadingMenu({ focusPlot }: { focusPlot: () => void }) {
  const { props, shading } = useEegWindow();
  const { longPages } = useSnapshot(props);
  const { isLong, columnMs } = useSnapshot(shading);
  if (!isLong) return null;
  return (
    <BarTool name={words.title} rank={barRanks.shading}>
      <MenuButton
        label={words.title}
        value={words.modes[longPages]}
        shown={words.short[longPages]}
        choices={choices}
        selected={longPages}
        title={words.title}
        hint={longPages === "plain" ? words.plainHint : words.hint(columnMs)}
        onChoose={(id) => {
          props.longPages = id as LongPageMode;
          focusPlot();
        }}
      />
    </BarTool>
  );
}
