import { Clock, Clock12 } from "lucide-react";
import { text } from "../../protocol/text.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { setHours, useHours } from "./clock-setting.ts";

/** Switches between the 12-hour clock of the specification and the 24-hour clock. */
export function ClockToggle() {
  const is24 = useHours() === 24;
  return (
    <IconButton
      icon={is24 ? Clock : Clock12}
      label={is24 ? text.clock.to12 : text.clock.to24}
      tone="nav"
      size="medium"
      onPress={() => setHours(is24 ? 12 : 24)}
    />
  );
}
