import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { AnnotationExportFormat } from "../../../../protocol/annotation-exchange.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationExchangeText } from "../../../../protocol/text/annotation-exchange-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { reasonOnce } from "../../../session/index.ts";
import type { AnnotationStore, SessionView } from "../types.ts";
import css from "./Exchange.module.css";
import { exportOne } from "./export-session.ts";

const words = annotationExchangeText.export;
const formats: readonly AnnotationExportFormat[] = ["csv", "edf", "bids"];

export interface ExportDialogProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  sessions: readonly SessionView[];
  onClose: () => void;
}

/** Asks for the format and says what it cannot hold; then each session becomes a file, one after the other. */
export function ExportDialog({ store, recording, sessions, onClose }: ExportDialogProps) {
  const { unsent } = useSnapshot(store.state);
  const [format, setFormat] = useState<AnnotationExportFormat>("csv");
  /** Which one is being exported, from 1; 0: none. */
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const { holds, loses } = words.formats[format];

  const save = async () => {
    setProblem(null);
    abort.current = new AbortController();
    const { signal } = abort.current;
    let files = 0;
    for (const [k, session] of sessions.entries()) {
      setAt(k + 1);
      try {
        files += await exportOne(store, recording, session, format, signal);
      } catch (error) {
        if (signal.aborted) return;
        setAt(0);
        setProblem(words.failed(session.name, reasonOnce(error)));
        return;
      }
    }
    toast.success(words.done(files));
    onClose();
  };

  return (
    <Dialog
      title={words.title}
      closeLabel={annotationExchangeText.close}
      width={560}
      isOpen
      onClose={onClose}
      footNote={at > 0 ? <span role="status">{words.working(at, sessions.length)}</span> : undefined}
      actions={
        <>
          <Button onPress={onClose}>{annotationExchangeText.cancel}</Button>
          <Button tone="primary" isDisabled={at > 0} onPress={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p className={css.what}>
          {words.what(
            sessions.map(({ name }) => name),
            sessions.reduce((sum, { count }) => sum + count, 0),
          )}
        </p>
        <div className={css.choices}>
          <Choices
            label={words.format}
            choices={formats.map((id) => ({ id, name: words.formats[id].name }))}
            selected={format}
            onChoose={(id) => setFormat(id as AnnotationExportFormat)}
            isDisabled={at > 0}
          />
        </div>
        <dl className={css.facts} aria-live="polite">
          <dt>{words.holds}</dt>
          <dd>{holds}</dd>
          <dt>{words.loses}</dt>
          <dd>{loses}</dd>
        </dl>
        <p className={css.muted}>{recording.is_start_known ? words.clock(recording.timezone) : words.elapsed}</p>
        {unsent > 0 ? <p className={css.muted}>{words.unsent(unsent)}</p> : null}
        {problem === null ? null : (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
