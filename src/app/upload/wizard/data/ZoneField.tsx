import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { ComboBox } from "../../../../ui/fields/ComboBox.tsx";
import { rowsWithoutZone } from "../order.ts";
import { wizard } from "../state.ts";
import { useWizard } from "../use-wizard.ts";
import css from "../Wizard.module.css";
import { zones } from "./zones.ts";

const { summary: words } = uploadText;

/** The zone of times whose source names none; nothing where every source does. */
export function ZoneField() {
  const { selected, timezone } = useWizard();
  const without = rowsWithoutZone(selected).length;
  if (without === 0) return null;
  return (
    <div className={css.zone}>
      <ComboBox
        label={words.zone}
        options={zones()}
        selected={timezone}
        onChoose={(zone) => {
          wizard.timezone = zone;
        }}
        hint={words.zoneHint(without)}
        emptyText={words.zoneNone}
      />
    </div>
  );
}
