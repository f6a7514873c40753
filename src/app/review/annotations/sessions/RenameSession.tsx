import { type FormEvent, useEffect, useState } from "react";
import { sessionName, sessionNameRules } from "../../../../domain/annotations/annotation-rules.ts";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { annotationLimits } from "../../../../protocol/annotations.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../../../ui/buttons/RefusedButton.tsx";
import { AlertDialog } from "../../../../ui/dialogs/AlertDialog.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { reasonOnce, useHolds } from "../../../session/index.ts";
import type { AnnotationStore, SessionView } from "../types.ts";
import css from "./Sessions.module.css";

const words = annotationSessionText.load;

export interface RenameSessionProps {
  store: AnnotationStore;
  session: SessionView;
  sessions: readonly SessionView[];
  /** Whether a name was typed that is not given yet; false also when the form goes. */
  onEdited: (isEdited: boolean) => void;
}

/** The name of a session, and Rename: enabled only when it differs from the one it has (spec 001 section 4). */
export function RenameSession({ store, session, sessions, onEdited }: RenameSessionProps) {
  const { id, isReadOnly } = session;
  const mayRename = useHolds("create_annotation_group");
  const [name, setName] = useState(session.name);
  const [known, setKnown] = useState(session.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Somebody else, or this button, gave it another name.
  if (known !== session.name) {
    setKnown(session.name);
    if (name === known) setName(session.name);
  }
  const isSame = sessionName(name) === session.name;
  useEffect(() => {
    onEdited(!isSame);
    return () => onEdited(false);
  }, [isSame, onEdited]);
  const rename = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSame || isBusy || isReadOnly || !mayRename) return;
    const others = sessions.filter((one) => one.id !== id).map((one) => one.name);
    const wrong = firstFailure(sessionNameRules, { name, others });
    setProblem(wrong ?? null);
    if (wrong !== undefined) return;
    setBusy(true);
    try {
      await store.renameSession(id, sessionName(name));
      setName(sessionName(name));
      toast.success(words.renamed(sessionName(name)));
    } catch (error) {
      setFailure(`${words.renameFailed} ${reasonOnce(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.rename} onSubmit={(event) => void rename(event)}>
      <TextInput
        label={words.sessionName}
        value={name}
        onChange={(typed) => {
          setName(typed);
          setProblem(null);
        }}
        maxLength={annotationLimits.groupName}
        isReadOnly={isReadOnly || !mayRename}
        hint={isReadOnly ? words.fileSession : undefined}
        error={problem ?? undefined}
      />
      {isReadOnly ? null : mayRename ? (
        <Button type="submit" isDisabled={isSame} isPending={isBusy}>
          {words.rename}
        </Button>
      ) : (
        <RefusedButton hint={annotationSessionText.noPermission}>{words.rename}</RefusedButton>
      )}
      <AlertDialog
        title={words.renameFailedTitle}
        text={failure ?? ""}
        closeLabel={annotationSessionText.close}
        isOpen={failure !== null}
        onClose={() => setFailure(null)}
      />
    </form>
  );
}
