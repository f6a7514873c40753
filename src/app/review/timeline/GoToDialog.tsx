import { useState } from "react";
import type { Clock } from "../../../domain/clock.ts";
import { parseGoTo } from "../../../domain/go-to.ts";
import { moveTo } from "../../../domain/view-span.ts";
import { text } from "../../../protocol/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { fileOf, moveView, type Timeline } from "./timeline.ts";

const words = text.goTo;

export interface GoToDialogProps {
  timeline: Timeline;
  clock: Clock;
  onClose: () => void;
}

/** Goes to a time that is typed, and says what it understood before it goes. */
export function GoToDialog({ timeline, clock, onClose }: GoToDialogProps) {
  const [typed, setTyped] = useState("");
  // Steps count from where the view was when the dialog was opened: playback may go on behind it.
  const [nowMs] = useState(timeline.startMs);
  const file = fileOf(timeline);
  const hint = clock.isElapsed ? words.elapsedHint : words.hint;
  const meant = parseGoTo(typed, { nowMs, file, clock });
  const isInside = meant !== null && meant >= file.startMs && meant <= file.endMs;
  const said = meant === null ? "" : clock.dateTime(meant);
  const problem = () => {
    if (typed.trim() === "" || isInside) return undefined;
    if (meant === null) return words.unreadable(hint);
    return words.outside(said, clock.dateTime(file.startMs), clock.dateTime(file.endMs));
  };
  const go = () => {
    if (meant === null || !isInside) return;
    moveView(timeline, (span, whole) => moveTo(span, whole, meant));
    onClose();
  };
  return (
    <Dialog
      title={words.title}
      closeLabel={words.close}
      isOpen
      onClose={onClose}
      width={420}
      actions={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button tone="primary" isDisabled={!isInside} onPress={go}>
            {words.go}
          </Button>
        </>
      }
    >
      <TextInput
        label={words.label}
        value={typed}
        autoFocus
        autoComplete="off"
        onChange={setTyped}
        hint={isInside ? words.understood(said) : hint}
        error={problem()}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
        }}
      />
    </Dialog>
  );
}
