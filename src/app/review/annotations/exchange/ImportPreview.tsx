import { useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { isSessionNameTaken, sessionName, sessionNameRules } from "../../../../domain/annotations/annotation-rules.ts";
import type { ReadFile } from "../../../../domain/annotations/exchange/file-rows.ts";
import { basesOf, placeRows, type TimeBase } from "../../../../domain/annotations/exchange/place.ts";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { timeLeft } from "../../../../domain/time/durations.ts";
import type { AnnotationContent } from "../../../../protocol/annotations.ts";
import { annotationLimits } from "../../../../protocol/annotations.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationExchangeText } from "../../../../protocol/text/annotation-exchange-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { Checkbox } from "../../../../ui/fields/Checkbox.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { Progress } from "../../../../ui/notices/Progress.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { reasonOnce, useHolds } from "../../../session/index.ts";
import { endForm, useLeaveGuard } from "../../../shell/index.ts";
import type { AnnotationStore, SessionView } from "../types.ts";
import { contentOf } from "../writer.ts";
import css from "./Exchange.module.css";
import { type ImportProgress, runImport } from "./run-import.ts";
import { SeenRows } from "./SeenRows.tsx";

const words = annotationExchangeText.import;
const newSession = "new";

export interface ImportPreviewProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  /** Of the file. */
  name: string;
  file: ReadFile;
  onOther: () => void;
  onClose: () => void;
  onImported: (groupId: number) => void;
}

/** What was understood of a file, row by row, where it would go, and the writing of it. */
export function ImportPreview({ store, recording, name, file, onOther, onClose, onImported }: ImportPreviewProps) {
  const sessions = useSnapshot(store.state).sessions as readonly SessionView[];
  const mayMake = useHolds("create_annotation_group");
  const own = sessions.filter(({ isReadOnly }) => !isReadOnly);
  const [target, setTarget] = useState(() => (mayMake ? newSession : String(own[0]?.id ?? newSession)));
  const [given] = useState(() => freeName(name, sessions));
  const [title, setTitle] = useState(given);
  const [base, setBase] = useState<TimeBase>(() => basesOf(file, recording)[0]);
  const [isWithDuplicates, setWithDuplicates] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  /** Of what is being written. */
  const [total, setTotal] = useState(0);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const session = own.find(({ id }) => String(id) === target) ?? null;
  const groupId = session?.id ?? null;
  const fetched = session?.fetched ?? "yes";
  useEffect(() => {
    if (groupId !== null) void store.fetchSession(groupId);
  }, [store, groupId]);
  const existing = useMemo(
    () => (groupId === null || fetched !== "yes" ? [] : contentsOf(store, groupId)),
    [store, groupId, fetched],
  );
  const placed = useMemo(() => placeRows(file, recording, existing, base), [file, recording, existing, base]);
  const bases = useMemo(() => basesOf(file, recording), [file, recording]);
  const fresh = placed.rows.filter(({ state }) => state === "new");
  const understood = placed.rows.filter(({ state }) => state !== "refused").length;
  const duplicates = placed.rows.length - placed.rows.filter(({ state }) => state !== "duplicate").length;
  const count = fresh.length + (isWithDuplicates ? duplicates : 0);

  const write = async () => {
    setProblem(null);
    // As the session is now: others may have written to it since the preview.
    const now = groupId === null ? placed : placeRows(file, recording, contentsOf(store, groupId), base);
    const contents = now.rows
      .filter(({ state }) => state === "new" || (isWithDuplicates && state === "duplicate"))
      .map(({ content }): AnnotationContent => content);
    const others = sessions.map((one) => one.name);
    const wrong = session === null ? firstFailure(sessionNameRules, { name: title, others }) : undefined;
    if (wrong !== undefined) {
      setProblem(wrong);
      return;
    }
    stop.current = new AbortController();
    setProgress({ saved: 0, leftMs: null, isWaiting: false });
    setTotal(contents.length);
    let into: { readonly id: number; readonly name: string };
    try {
      into = session ?? { id: await store.createSession(sessionName(title)), name: sessionName(title) };
    } catch (error) {
      setProgress(null);
      setProblem(reasonOnce(error));
      return;
    }
    const end = await runImport(store, contents, into.id, { signal: stop.current.signal, onProgress: setProgress });
    const undo = {
      label: words.undo,
      onPress: () => {
        if (store.takeBack(end.step) !== "done") toast.error(words.undone);
      },
    };
    if (end.end === "refused") toast.error(words.refused(end.made, end.sentence ?? ""), undo);
    else if (end.step !== 0)
      toast.success(end.end === "done" ? words.done(end.made, into.name) : words.stopped(end.made, into.name), undo);
    onImported(into.id);
  };

  const isWriting = progress !== null;
  useLeaveGuard(isWriting, words.leave);
  const isReady = fetched === "yes" && count > 0;
  return (
    <Dialog
      title={words.title}
      closeLabel={annotationExchangeText.close}
      width={900}
      height="80vh"
      isOpen
      ignoresOutside
      isSticky={isWriting}
      hasNoClose={isWriting}
      onClose={() => endForm(title !== given, onClose)}
      actions={
        isWriting ? (
          <Button onPress={() => stop.current?.abort()}>{words.stop}</Button>
        ) : (
          <>
            <Button onPress={onClose}>{annotationExchangeText.cancel}</Button>
            <Button onPress={onOther}>{words.chooseOther}</Button>
            <Button tone="primary" isDisabled={!isReady} onPress={() => void write()}>
              {count > 0 ? words.write(count) : words.nothing}
            </Button>
          </>
        )
      }
      footNote={
        progress === null ? undefined : (
          <span className={css.progress} role="status">
            <Progress
              label={progress.isWaiting ? words.waiting : words.writing(progress.saved, total)}
              detail={progress.leftMs === null ? "" : words.left(timeLeft(progress.leftMs))}
              fraction={progress.saved / Math.max(1, total)}
              isEven
            />
          </span>
        )
      }
    >
      <div className={css.form}>
        <p className={css.what}>
          {name} – {words.understood(understood, words.formats[file.format])}
        </p>
        <Notes file={file} shortened={placed.shortened} />
        <div className={css.target}>
          <Select
            label={words.into}
            search={text.search(words.into)}
            options={[
              ...(mayMake ? [{ id: newSession, name: words.newSession }] : []),
              ...own.map(({ id, name: called }) => ({ id: String(id), name: called })),
            ]}
            selected={target}
            onChoose={(id) => {
              setTarget(id);
              setProblem(null);
            }}
            isDisabled={isWriting}
          />
          {session === null ? (
            <TextInput
              label={words.name}
              value={title}
              onChange={(typed) => {
                setTitle(typed);
                setProblem(null);
              }}
              maxLength={annotationLimits.groupName}
              error={problem ?? undefined}
              isDisabled={isWriting}
            />
          ) : null}
        </div>
        {session !== null && problem !== null ? (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <div>
          {bases.length > 1 ? (
            <div className={css.choices}>
              <Choices
                label={words.base}
                choices={bases.map((id) => ({ id, name: words.bases[id] }))}
                selected={base}
                onChoose={(id) => setBase(id as TimeBase)}
                isDisabled={isWriting}
              />
            </div>
          ) : null}
          <p className={css.muted}>{words.baseHints[base]}</p>
        </div>
        {fetched === "failed" && session !== null ? (
          <p className={css.problem} role="alert">
            {words.fetchFailed}{" "}
            <Button size="small" onPress={() => void store.fetchSession(session.id)}>
              {words.tryAgain}
            </Button>
          </p>
        ) : fetched === "yes" ? (
          <SeenRows recording={recording} placed={placed} bad={file.bad} />
        ) : (
          <p role="status">{words.wait}</p>
        )}
        {duplicates > 0 ? (
          <Checkbox isSelected={isWithDuplicates} onChange={setWithDuplicates} isDisabled={isWriting}>
            {words.withDuplicates(duplicates)}
          </Checkbox>
        ) : null}
      </div>
    </Dialog>
  );
}

const contentsOf = (store: AnnotationStore, groupId: number): AnnotationContent[] =>
  Array.from(store.table.rowsOfGroup(groupId), (row) => contentOf(store.table.at(row)));

/** What the reader should know before. */
function Notes({ file, shortened }: { file: ReadFile; shortened: number }) {
  const { encoding, ignored } = file;
  const notes = [
    ...(encoding === "utf-8" ? [] : [words.encoding[encoding]]),
    ...(ignored.length === 0 ? [] : [words.ignored(ignored)]),
    ...(shortened === 0 ? [] : [words.shortened(shortened)]),
    words.author,
  ];
  return (
    <ul className={css.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** The file's name without what follows its first point, and a number where a session is called so. */
function freeName(name: string, sessions: readonly SessionView[]): string {
  const others = sessions.map((one) => one.name);
  const stem = sessionName(name.replace(/(_events)?\.[^.]*$/, "").replace(/\p{Cc}/gu, " ")).slice(
    0,
    annotationLimits.groupName - 5,
  );
  for (let k = 1; ; k++) {
    const one = k === 1 ? stem : `${stem} ${k}`;
    if (!isSessionNameTaken(one, others)) return one;
  }
}
