import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { text } from "../../../protocol/text/text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { fetched } from "../../../ui/fetched.tsx";
import { usePlotWindow } from "./plot-window.ts";

// The calendar is heavy and seldom needed: it comes when the dialog is opened.
const RangeDialog = fetched(
  async () => (await import("../timeline/RangeDialog.tsx")).RangeDialog,
  text.failed.notFetched,
);

/** Sets the time range by hand (spec 2.8); not that of a live window. */
export function RangeButton({ isDisabled }: { isDisabled: boolean }) {
  const { timeline, clock } = usePlotWindow();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={CalendarClock}
        label={text.window.manualRange}
        isDisabled={isDisabled}
        onPress={() => setOpen(true)}
      />
      {isOpen ? <RangeDialog timeline={timeline} clock={clock} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
