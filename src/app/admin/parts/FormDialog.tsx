import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { ApiFailure, reasonOnce } from "../../session/index.ts";
import { mayDiscard, useLeaveGuard } from "../../shell/index.ts";
import css from "./Admin.module.css";

const { form: words } = adminLabels;

export interface FormDialogProps {
  title: string;
  width?: number;
  /** Shows without changing. */
  isReadOnly?: boolean;
  /** In a read-only form: the way to its changing twin. */
  onEdit?: () => void;
  isChanged: boolean;
  /** First failing message of the form's rules. It is said once the user tried to save. */
  problem: string | undefined;
  saveLabel?: string;
  /** Makes the call. A refusal of the values (400, 409) is said in the form, any other also in a toast. */
  onSave: () => Promise<unknown>;
  done: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form over a working copy: unsaved state in the foot, Save waits for a change, Esc closes unless a call runs and asks when something changed; so does leaving the page. */
export function FormDialog(props: FormDialogProps) {
  const { title, width, isReadOnly = false, onEdit, isChanged, problem, saveLabel = words.save, onClose } = props;
  const id = useId();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  useLeaveGuard(!isReadOnly && isChanged);
  const message = (isTried ? problem : undefined) ?? refusal;

  /** By Esc or the cross: a slip would lose what was entered. Cancel says what it does. */
  const dismiss = async () => {
    if (await mayDiscard(!isReadOnly && isChanged)) onClose();
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isReadOnly || !isChanged) return;
    setTried(true);
    setRefusal(undefined);
    if (problem !== undefined) return;
    setBusy(true);
    try {
      await props.onSave();
    } catch (error) {
      setBusy(false);
      setRefusal(reasonOnce(error));
      // Somebody else may have changed or deleted it: the list, and the form opened again, show what it is now.
      if (error instanceof ApiFailure && (error.status === 409 || error.status === 404))
        void queries.invalidateQueries();
      const isAboutValues = error instanceof ApiFailure && (error.status === 400 || error.status === 409);
      if (!isAboutValues) toast.error(reasonOnce(error));
      return;
    }
    toast.success(props.done);
    void queries.invalidateQueries();
    onClose();
  };

  return (
    <Dialog
      title={title}
      closeLabel={words.close}
      isOpen
      onClose={() => void dismiss()}
      width={width}
      isSticky={isBusy}
      ignoresOutside={!isReadOnly}
      footNote={isReadOnly ? undefined : isChanged ? words.unsaved : words.saved}
      actions={
        isReadOnly ? (
          <>
            <Button onPress={onClose}>{words.close}</Button>
            {onEdit === undefined ? null : (
              <Button tone="primary" onPress={onEdit}>
                {words.edit}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button isDisabled={isBusy} onPress={onClose}>
              {words.cancel}
            </Button>
            <Button tone="primary" type="submit" form={id} isDisabled={!isChanged} isPending={isBusy}>
              {isBusy ? words.saving : saveLabel}
            </Button>
          </>
        )
      }
    >
      <form id={id} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        {props.children}
        {message === undefined ? null : (
          <p className={css.problem} role="alert">
            <CircleAlert size={16} aria-hidden />
            {message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
