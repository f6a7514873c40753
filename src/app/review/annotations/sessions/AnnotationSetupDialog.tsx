import { useCallback, useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { sessionName, sessionNameRules } from "../../../../domain/annotations/annotation-rules.ts";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { annotationLimits } from "../../../../protocol/annotations.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../../../ui/buttons/RefusedButton.tsx";
import { AlertDialog } from "../../../../ui/dialogs/AlertDialog.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { reasonOnce, refreshSession, useHolds } from "../../../session/index.ts";
import { endForm } from "../../../shell/index.ts";
import type { AnnotationStore, SessionView } from "../types.ts";
import { OtherSessions } from "./OtherSessions.tsx";
import css from "./Sessions.module.css";

const words = annotationSessionText.setup;

export interface AnnotationSetupDialogProps {
  store: AnnotationStore;
  /** Which of the two ways it opens with; an existing session is the default (spec 001 section 4). */
  start?: "existing" | "new";
  onClose: () => void;
  /** The session that new annotations go to from now on. */
  onReady: (groupId: number) => void;
}

/** 'Annotation Setup' (spec 2.19): which session new annotations go to, and what is loaded beside it. */
export function AnnotationSetupDialog({ store, start = "existing", onClose, onReady }: AnnotationSetupDialogProps) {
  const state = useSnapshot(store.state);
  const sessions = state.sessions as readonly SessionView[];
  const mayCreate = useHolds("create_annotation_group");
  const own = sessions.filter(({ isReadOnly }) => !isReadOnly);
  const [how, setHow] = useState(start);
  const [before] = useState(() => (own.find(({ id }) => id === state.current) ?? own[0])?.id);
  const [chosen, setChosen] = useState(state.current);
  const [name, setName] = useState("");
  const [isTicked, setIsTicked] = useState(false);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(sessions.filter(({ loaded }) => loaded !== "none").map(({ id }) => id)),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [alert, setAlert] = useState<{ sentence: string; groupId: number } | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Permissions and token are as new as the dialog (spec 001 section 4).
  useEffect(() => void refreshSession().catch(() => {}), []);

  const isNew = how === "new" && mayCreate;
  const target = isNew ? null : (own.find(({ id }) => id === chosen) ?? own[0] ?? null);
  const targetId = target?.id;
  const others = useMemo(() => sessions.filter(({ id }) => id !== targetId), [sessions, targetId]);
  const tick = useCallback((id: number, isOn: boolean) => {
    setTicked((before) => (isOn ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))));
    setIsTicked(true);
  }, []);
  const loading = others.filter(({ id }) => ticked.has(id));
  const total = [...loading, ...(target === null ? [] : [target])].reduce((sum, { count }) => sum + count, 0);
  const isChanged = isTicked || (isNew && name !== "") || (!isNew && target !== null && target.id !== before);
  const written = isNew ? sessionName(name) : (target?.name ?? "");

  const go = async () => {
    const wrong = isNew
      ? firstFailure(sessionNameRules, { name, others: sessions.map((one) => one.name) })
      : target === null
        ? annotationText.noSession
        : undefined;
    setProblem(wrong ?? null);
    if (wrong !== undefined || isBusy) return;
    setBusy(true);
    try {
      const groupId = target?.id ?? (await store.createSession(sessionName(name)));
      const wanted = [...new Set([groupId, ...loading.map(({ id }) => id)])];
      const whys = await Promise.all(wanted.map((id) => store.setLoaded(id, true)));
      store.setCurrent(groupId);
      const failed = whys.findIndex((why) => why !== null);
      if (failed === -1) onReady(groupId);
      else {
        const of = store.state.sessions.find(({ id }) => id === wanted[failed])?.name ?? sessionName(name);
        setAlert({ sentence: `${of}: ${whys[failed]}`, groupId });
      }
    } catch (error) {
      setProblem(reasonOnce(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.title}
      closeLabel={annotationSessionText.close}
      width={560}
      isOpen
      ignoresOutside
      isSticky={isBusy}
      onClose={() => endForm(isChanged, onClose)}
      footNote={
        isBusy ? (
          <span role="status">{words.wait}</span>
        ) : problem !== null ? (
          <span role="alert" className={css.problem}>
            {problem}
          </span>
        ) : (
          words.total(total)
        )
      }
      actions={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {annotationSessionText.cancel}
          </Button>
          <Button tone="primary" isPending={isBusy} onPress={() => void go()}>
            {isNew ? words.make : words.load}
          </Button>
        </>
      }
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        {mayCreate ? (
          <div className={css.choices}>
            <Choices
              label={words.how}
              choices={[
                { id: "existing", name: words.existing },
                { id: "new", name: words.create },
              ]}
              selected={how}
              onChoose={(id) => {
                setHow(id === "new" ? "new" : "existing");
                setProblem(null);
              }}
            />
          </div>
        ) : (
          <div className={css.how}>
            <Choices
              label={words.how}
              choices={[{ id: "existing", name: words.existing }]}
              selected="existing"
              onChoose={() => {}}
            />
            <RefusedButton hint={annotationSessionText.noPermission}>{words.create}</RefusedButton>
          </div>
        )}
        {isNew ? (
          <TextInput
            label={words.name}
            value={name}
            onChange={(typed) => {
              setName(typed);
              setProblem(null);
            }}
            maxLength={annotationLimits.groupName}
            autoFocus
          />
        ) : (
          <Select
            label={words.session}
            search={text.search(words.session)}
            options={own.map(({ id, name: each, count }) => ({ id: String(id), name: words.other(each, count) }))}
            selected={target === null ? null : String(target.id)}
            placeholder={annotationSessionText.sidebar.noSession}
            isDisabled={own.length === 0}
            onChoose={(id) => setChosen(Number(id))}
          />
        )}
        <p className={css.written}>
          {words.written} <strong>{written}</strong>
        </p>
        <OtherSessions others={others} ticked={ticked} onTick={tick} />
      </form>
      <AlertDialog
        title={words.failed}
        text={alert?.sentence ?? ""}
        closeLabel={annotationSessionText.close}
        isOpen={alert !== null}
        onClose={() => {
          if (alert !== null) onReady(alert.groupId);
        }}
      />
    </Dialog>
  );
}
