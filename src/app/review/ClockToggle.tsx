import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { WithTooltip } from "../../ui/notices/WithTooltip.tsx";
import { setHours, useHours } from "./clock-setting.ts";

/** Says which clock times are written in, and switches between the 12-hour clock of the specification and the 24-hour clock. */
export function ClockToggle() {
  const hours = useHours();
  const [label, other] = hours === 24 ? ([text.clock.to12, 12] as const) : ([text.clock.to24, 24] as const);
  return (
    <WithTooltip hint={label}>
      <Button
        tone="nav"
        size="small"
        aria-label={`${text.clock.hours[hours]}. ${label}`}
        onPress={() => setHours(other)}
      >
        {text.clock.hours[hours]}
      </Button>
    </WithTooltip>
  );
}
