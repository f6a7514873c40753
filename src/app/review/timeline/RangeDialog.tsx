import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { type Clock, parseElapsed } from "../../../domain/time/clock.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { endForm } from "../../shell/index.ts";
import { useHours } from "../clock-setting.ts";
import { fileOf, showSpan, spanOf, type Timeline } from "../time/timeline.ts";
import { MomentField } from "./MomentField.tsx";
import css from "./RangeDialog.module.css";
import { clipToFile, type EnteredRange, meantRange, rangeProblem } from "./range.ts";

const words = text.range;

export interface RangeDialogProps {
  timeline: Timeline;
  clock: Clock;
  onClose: () => void;
}

/** Sets the time range by hand, inside the file's start and end (spec 2.8). */
export function RangeDialog({ timeline, clock, onClose }: RangeDialogProps) {
  const file = fileOf(timeline);
  const hours = useHours();
  const [shown] = useState(() => spanOf(timeline));
  const [entered, setEntered] = useState<EnteredRange>({ ...shown, last: null });
  const range = meantRange(entered, lengthOf(shown), file);
  const enter = (edge: keyof Span) => (ms: number | null) => setEntered((now) => ({ ...now, [edge]: ms, last: edge }));
  const problem = rangeProblem(range.startMs, range.endMs, file);
  const apply = () => {
    if (range.startMs === null || range.endMs === null || problem !== null) return;
    showSpan(timeline, clipToFile({ startMs: range.startMs, endMs: range.endMs }, file));
    onClose();
  };
  return (
    <Dialog
      title={words.title}
      closeLabel={words.close}
      isOpen
      onClose={() => endForm(entered.last !== null, onClose)}
      actions={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button tone="primary" isDisabled={problem !== null} onPress={apply}>
            {words.apply}
          </Button>
        </>
      }
    >
      <p className={css.limits}>{words.limits(clock.dateTime(file.startMs), clock.dateTime(file.endMs))}</p>
      <div className={css.pair}>
        {(["startMs", "endMs"] as const).map((edge) =>
          clock.isElapsed ? (
            <ElapsedField
              key={edge}
              label={edge === "startMs" ? words.start : words.end}
              valueMs={range[edge] === null ? null : range[edge] - file.startMs}
              onChange={(ms) => enter(edge)(ms === null ? null : ms + file.startMs)}
            />
          ) : (
            <MomentField
              key={edge}
              label={edge === "startMs" ? words.start : words.end}
              valueMs={range[edge] ?? file.startMs}
              file={file}
              timezone={clock.timezone}
              hours={hours}
              onChange={enter(edge)}
            />
          ),
        )}
      </div>
      {clock.isElapsed ? <p className={css.limits}>{words.elapsedHint}</p> : null}
      {problem === null ? null : (
        <p className={css.error} role="alert">
          <CircleAlert size={15} aria-hidden />
          {problem}
        </p>
      )}
    </Dialog>
  );
}

interface ElapsedFieldProps {
  label: string;
  /** Null: what stands in the field cannot be read. */
  valueMs: number | null;
  onChange: (ms: number | null) => void;
}

/** Elapsed time as text, for files that do not say when they began. */
function ElapsedField({ label, valueMs, onChange }: ElapsedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // What was typed stays as it is for as long as it says the value; moved by the other end, the field says the new one.
  const isTyped = typed !== null && (valueMs === null || parseElapsed(typed) === valueMs);
  return (
    <TextInput
      label={label}
      value={isTyped ? typed : elapsedText(valueMs ?? 0)}
      onChange={(next) => {
        setTyped(next);
        onChange(parseElapsed(next));
      }}
    />
  );
}

function elapsedText(ms: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}
