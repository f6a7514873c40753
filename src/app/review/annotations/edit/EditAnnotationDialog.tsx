import { useState } from "react";
import type { HistoryStand } from "../../../../domain/annotations/annotation-history.ts";
import {
  type Interval,
  intervalProblem,
  isSameDraft,
  savedInterval,
} from "../../../../domain/annotations/draft-rules.ts";
import { type Clock, type DayHours, madeAt } from "../../../../domain/time/clock.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { AnnotationContent } from "../../../../protocol/annotations.ts";
import type { ShortcutTemplate } from "../../../../protocol/shortcuts.ts";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { rowDuration } from "../sidebar/list-rows.ts";
import type { VisibleTraces } from "../visible-channels.ts";
import css from "./Edit.module.css";
import { EditFrame } from "./EditFrame.tsx";
import { EditTabs } from "./EditTabs.tsx";
import { type AnnotationHistory, HistoryTab } from "./HistoryTab.tsx";
import { IntervalTab, isPickedOther } from "./IntervalTab.tsx";
import { ModalityPicker } from "./ModalityPicker.tsx";
import type { ModalityEntry } from "./modality-entries.ts";

export interface EditAnnotationDialogProps {
  /** As it is now; the dialog works on a copy. */
  annotation: AnnotationContent;
  /** Who made it and when, epoch ms; "file": the file itself holds it, and says neither; null: it is only being made. */
  annotator: { readonly name: string; readonly email: string; readonly madeAtMs: number } | "file" | null;
  file: Span;
  /** Of the file. */
  clock: Clock;
  hours: DayHours;
  modalities: readonly ModalityEntry[];
  /** Labels of the traces in the window it was opened from; null: there is none to go by. */
  visible: VisibleTraces;
  /** False: it is shown, and nothing of it can be changed. */
  mayEdit: boolean;
  /** @throws the reason, which the dialog says and stays open */
  onSave: (annotation: AnnotationContent) => Promise<void>;
  /** What was done to it, and as it stands now; absent: it has none. */
  history?: { readonly of: AnnotationHistory; readonly now: HistoryStand | null };
  /** Null where it cannot be deleted, and while it is being made. @throws the reason */
  onDelete: (() => Promise<void>) | null;
  onClose: () => void;
}

/** "From 06/03/2026 11:00:20 AM to 06/03/2026 11:05:20 AM (5m)": as it would be saved. */
function saidWhen({ startMs, endMs }: Interval, clock: Clock): string {
  const isPoint = endMs <= startMs;
  return words.when(clock.dateTime(startMs), clock.dateTime(endMs), isPoint ? null : rowDuration(startMs, endMs));
}

/** 'Edit Annotation' (spec 2.21): all that a person writes of an annotation. Keeps nothing itself. */
export function EditAnnotationDialog(props: EditAnnotationDialogProps) {
  const { annotation, annotator, file, clock, hours, modalities, visible, mayEdit, onSave, onDelete, onClose } = props;
  const { history } = props;
  const { start_time, end_time, annotation_type, ...written } = annotation;
  const [template, setTemplate] = useState<ShortcutTemplate>(written);
  const [interval, setInterval] = useState<Interval>({ startMs: start_time, endMs: end_time });
  /** As it stands in the picker: it counts once that is saved. */
  const [picked, setPicked] = useState(interval);
  const [isPoint, setPoint] = useState(start_time === end_time);
  const isPicked = isPickedOther(picked, interval, isPoint);
  const saved = savedInterval(interval, isPoint);
  const draft: AnnotationContent = { ...template, annotation_type, start_time: saved.startMs, end_time: saved.endMs };
  const isChanged = isPicked || !isSameDraft(draft, annotation);
  return (
    <EditFrame
      header={words.headers.annotation}
      template={template}
      onTemplate={setTemplate}
      isChanged={isChanged}
      problem={isPicked ? words.pickFirst : intervalProblem(interval, isPoint)}
      isReadOnly={!mayEdit}
      whyReadOnly={annotator === "file" ? words.fileReadOnly : words.readOnly}
      line={
        <>
          <p className={css.when}>{saidWhen(saved, clock)}</p>
          {annotator === null ? null : (
            <p className={css.annotator}>
              <span className="visually-hidden">{`${words.annotator}: `}</span>
              {annotator === "file"
                ? words.ofFile
                : words.madeBy(annotator.name, annotator.email, madeAt(annotator.madeAtMs, clock.timezone, hours))}
            </p>
          )}
        </>
      }
      onSave={() => onSave(draft)}
      {...(onDelete === null || annotator === null
        ? {}
        : { deletion: { label: words.delete, ...words.deleting, onDelete } })}
      onClose={onClose}
    >
      <EditTabs
        modalities={
          <ModalityPicker
            entries={modalities}
            visible={visible}
            selected={template.modalities}
            original={annotation.modalities}
            isReadOnly={!mayEdit}
            onChange={(next) => setTemplate({ ...template, modalities: [...next] })}
          />
        }
        interval={
          <IntervalTab
            interval={interval}
            picked={picked}
            onPick={setPicked}
            isPoint={isPoint}
            file={file}
            clock={clock}
            hours={hours}
            isReadOnly={!mayEdit}
            onChange={(next, point) => {
              setInterval(next);
              setPicked(next);
              setPoint(point);
            }}
          />
        }
        {...(history === undefined
          ? {}
          : {
              history: <HistoryTab history={history.of} now={history.now} clock={clock} isChanged={isChanged} />,
            })}
      />
    </EditFrame>
  );
}
