import { useState } from "react";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { stateOf } from "../../../ui/table/index.ts";
import { ActionTable, AttemptTable } from "./ActivityTable.tsx";
import { type ActivityKind, actionFacts, attemptFacts } from "./columns.ts";

export type { ActivityKind } from "./columns.ts";

const { activity: words, form } = adminLabels;

export interface ActivityDialogProps {
  kind: ActivityKind;
  /** Empty: of everybody. */
  userIds: readonly number[];
  onClose: () => void;
}

/** The popups 'View Login Attempts' and 'View User Actions' (spec 000 section 2). */
export function ActivityDialog({ kind, userIds, onClose }: ActivityDialogProps) {
  const isLogins = kind === "logins";
  const [state, setState] = useState(() => stateOf({}, isLogins ? attemptFacts : actionFacts));
  const Table = isLogins ? AttemptTable : ActionTable;
  return (
    <Dialog
      title={isLogins ? words.logins : words.actions}
      closeLabel={form.close}
      isOpen
      onClose={onClose}
      width={960}
      footNote={userIds.length === 0 ? undefined : words.of(userIds.length)}
      actions={<Button onPress={onClose}>{form.close}</Button>}
    >
      <Table state={state} onStateChange={setState} userIds={userIds} hasCount />
    </Dialog>
  );
}
