import { CalendarClock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { text } from "../../../protocol/text/text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { usePlotWindow } from "./plot-window.ts";

// The calendar is heavy and seldom needed: it comes when the dialog is opened.
const RangeDialog = lazy(async () => ({ default: (await import("../timeline/RangeDialog.tsx")).RangeDialog }));

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
      {isOpen ? (
        <Suspense>
          <RangeDialog timeline={timeline} clock={clock} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
