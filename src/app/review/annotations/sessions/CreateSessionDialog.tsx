import { type FormEvent, useState } from "react";
import { sessionNameRules } from "../../../../domain/annotations/annotation-rules.ts";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { annotationLimits } from "../../../../protocol/annotations.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { reasonOnce } from "../../../session/index.ts";
import { endForm } from "../../../shell/index.ts";
import type { AnnotationStore } from "../types.ts";
import css from "./Sessions.module.css";

const words = annotationSessionText.load;

export interface CreateSessionDialogProps {
  store: AnnotationStore;
  onClose: () => void;
  onCreated: (id: number) => void;
}

/** Asks for 'New Session Name'. */
export function CreateSessionDialog({ store, onClose, onCreated }: CreateSessionDialogProps) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (event?: FormEvent) => {
    event?.preventDefault();
    const wrong = firstFailure(sessionNameRules, { name, others: store.state.sessions.map((one) => one.name) });
    setProblem(wrong ?? null);
    if (wrong !== undefined || isBusy) return;
    setBusy(true);
    try {
      onCreated(await store.createSession(name.trim()));
    } catch (error) {
      setProblem(reasonOnce(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.create}
      closeLabel={annotationSessionText.close}
      width={440}
      isOpen
      ignoresOutside
      onClose={() => endForm(name !== "", onClose)}
      footNote={isBusy ? <span role="status">{words.creating}</span> : undefined}
      actions={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {annotationSessionText.cancel}
          </Button>
          <Button tone="primary" isPending={isBusy} onPress={() => void create()}>
            {words.create}
          </Button>
        </>
      }
    >
      <form className={css.form} onSubmit={(event) => void create(event)}>
        <TextInput
          label={words.newName}
          value={name}
          onChange={(typed) => {
            setName(typed);
            setProblem(null);
          }}
          maxLength={annotationLimits.groupName}
          error={problem ?? undefined}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
