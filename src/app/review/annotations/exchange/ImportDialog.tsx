import { useEffect, useRef, useState } from "react";
import type { FileProblem, ReadFile } from "../../../../domain/annotations/exchange/file-rows.ts";
import { withUnseenShown } from "../../../../domain/unseen.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationExchangeText } from "../../../../protocol/text/annotation-exchange-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import type { AnnotationStore } from "../types.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import css from "./Exchange.module.css";
import { ImportPreview } from "./ImportPreview.tsx";
import { readChosen } from "./read-chosen.ts";

const words = annotationExchangeText.import;

type Chosen =
  | { readonly phase: "reading"; readonly name: string }
  | { readonly phase: "failed"; readonly name: string; readonly sentence: string }
  | { readonly phase: "read"; readonly name: string; readonly file: ReadFile };

export interface ImportDialogProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  onClose: () => void;
  /** Into which session. */
  onImported: (groupId: number) => void;
}

/** Asks for a file and shows what was understood of it; nothing is written before the reader says so. */
export function ImportDialog({ store, recording, onClose, onImported }: ImportDialogProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);

  const take = async (file: File) => {
    reading.current?.abort();
    const abort = new AbortController();
    reading.current = abort;
    const name = withUnseenShown(file.name);
    setChosen({ phase: "reading", name });
    const read = await readChosen(file, recording.timezone, abort.signal).catch(() => null);
    if (abort.signal.aborted) return;
    if (read === null) setChosen({ phase: "failed", name, sentence: words.problems.unreadable });
    else if ("problem" in read) setChosen({ phase: "failed", name, sentence: sentenceOf(read) });
    else setChosen({ phase: "read", name, file: read });
  };

  if (chosen?.phase === "read")
    return (
      <ImportPreview
        key={chosen.name}
        store={store}
        recording={recording}
        name={chosen.name}
        file={chosen.file}
        onOther={() => setChosen(null)}
        onClose={onClose}
        onImported={onImported}
      />
    );
  return (
    <Dialog
      title={words.title}
      closeLabel={annotationExchangeText.close}
      width={560}
      isOpen
      ignoresOutside
      onClose={onClose}
      actions={<Button onPress={onClose}>{annotationExchangeText.cancel}</Button>}
    >
      <div className={css.form}>
        <ChooseFile isOther={chosen !== null} onFile={(file) => void take(file)} />
        {chosen?.phase === "reading" ? (
          <p role="status">
            {words.reading} {chosen.name}
          </p>
        ) : null}
        {chosen?.phase === "failed" ? (
          <p className={css.problem} role="alert">
            {chosen.name}: {chosen.sentence}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

function sentenceOf(problem: FileProblem): string {
  if (problem.problem === "edf") return problem.sentence;
  return problem.problem === "no columns" ? words.noColumns(problem.found) : words.problems[problem.problem];
}
