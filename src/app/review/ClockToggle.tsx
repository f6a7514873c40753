import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { WithTooltip } from "../../ui/notices/WithTooltip.tsx";
import { setHours, useHours } from "./clock-setting.ts";
import css from "./Review.module.css";

/**
 * Says which clock and zone times are written in, and switches between the 12-hour clock of the specification and the
 * 24-hour clock. `timezone`: IANA name of the recording's; null while it is not known.
 */
export function ClockToggle({ timezone }: { timezone: string | null }) {
  const hours = useHours();
  const [label, other] = hours === 24 ? ([text.clock.to12, 12] as const) : ([text.clock.to24, 24] as const);
  const zone = timezone === null ? null : text.clock.zone(timezone);
  const clock = (
    <WithTooltip hint={zone === null ? label : `${zone}. ${label}`}>
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
  return zone === null ? (
    clock
  ) : (
    <>
      <span className={css.zone} title={zone}>
        {timezone}
      </span>
      {clock}
    </>
  );
}
