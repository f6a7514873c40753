import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import { cut } from "../../../ui/table/index.ts";
import { ApiFailure, reasonOnce } from "../../session/index.ts";
import css from "./Admin.module.css";

const { form } = adminLabels;
const mostNamed = 5;

export interface DeleteRowsProps {
  label?: string;
  title: string;
  text: string;
  /** What is picked, by name. */
  names: readonly string[];
  confirmLabel?: string;
  /** Nothing is picked: the button keeps its place and says what is missing. */
  isDisabled?: boolean;
  /** The call. */
  onDelete: () => Promise<unknown>;
  done: string;
  /** Names of the queries that are read anew; all when left out, as a user, role, project or site is counted in others. */
  onDeleted: () => void;
}

/** Deletes what is picked, after asking. A refusal is said in the question and in a toast (spec 000 section 8). */
export function DeleteRows(props: DeleteRowsProps) {
  const { label = form.delete, title, text, names, confirmLabel = form.confirmDelete, isDisabled = false } = props;
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const button = (
    <Button isDisabled={isDisabled} onPress={() => setAsking(true)}>
      <Trash2 size={15} aria-hidden />
      {label}
    </Button>
  );
  if (isDisabled) return <WithTooltip hint={form.selectFirst}>{button}</WithTooltip>;
  return (
    <>
      {button}
      <ConfirmDialog
        title={title}
        confirmLabel={confirmLabel}
        cancelLabel={form.cancel}
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          try {
            await props.onDelete();
          } catch (error) {
            const reason = reasonOnce(error);
            toast.error(reason);
            // Somebody else may have deleted or used one of them: the list shows what it is now.
            if (error instanceof ApiFailure && (error.status === 409 || error.status === 404))
              void queries.invalidateQueries();
            throw new Error(reason);
          }
          setAsking(false);
          toast.success(props.done);
          props.onDeleted();
          await queries.invalidateQueries();
        }}
      >
        <p>{text}</p>
        <ul className={css.names}>
          {names.slice(0, mostNamed).map((name) => (
            <li key={name}>{cut(name)}</li>
          ))}
          {names.length > mostNamed ? <li>{form.more(names.length - mostNamed)}</li> : null}
        </ul>
      </ConfirmDialog>
    </>
  );
}
