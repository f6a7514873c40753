import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleRules } from "../../../domain/people/admin-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { createRole, getPermissions, modifyRole, type Role, type RolePermission } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { TextAreaInput } from "../../../ui/fields/TextAreaInput.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { call } from "../../session/index.ts";
import { Failed } from "../../shell/index.ts";
import { FormDialog } from "../parts/FormDialog.tsx";
import type { RecordDialogProps } from "../parts/RecordsPage.tsx";
import { idsOf, sameSet } from "../parts/sets.ts";
import { PermissionGroups } from "./PermissionGroups.tsx";

const { roles: words, form } = adminLabels;

const titleOf = ({ record: role, isReadOnly }: RecordDialogProps<Role>) =>
  role === null ? words.createTitle : isReadOnly ? words.view : words.modify;

/** A role's name, description and permissions; waits for the permissions it holds now. */
export function RoleDialog(props: RecordDialogProps<Role>) {
  const { record: role, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["roles", "permissions", role?.id ?? null],
    queryFn: ({ signal }) => call(getPermissions, role === null ? {} : { role_id: role.id }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <RoleForm {...props} permissions={data.data} />;
  return (
    <Dialog
      title={titleOf(props)}
      closeLabel={form.close}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{form.close}</Button>}
    >
      {error === null ? (
        <p role="status">{adminLabels.pick.loading}</p>
      ) : (
        <Failed error={error} onTryAgain={() => void refetch()} />
      )}
    </Dialog>
  );
}

function RoleForm(props: RecordDialogProps<Role> & { permissions: readonly RolePermission[] }) {
  const { record: role, isReadOnly, onEdit, onClose, permissions } = props;
  const [saved] = useState(() => ({
    name: role?.name ?? "",
    description: role?.description ?? "",
    held: new Set(permissions.filter(({ enabled }) => enabled).map(({ id }) => id)) as ReadonlySet<number>,
  }));
  const [name, setName] = useState(saved.name);
  const [description, setDescription] = useState(saved.description);
  const [held, setHeld] = useState(saved.held);
  // The server refuses it too: whoever holds less cannot change what holds more.
  const isAbove = permissions.some(({ enabled, can_grant }) => enabled && !can_grant);
  const isLocked = isReadOnly || isAbove;
  const values = { name, description, permission_ids: idsOf(held) };
  const seen = { name: saved.name, description: saved.description, permission_ids: idsOf(saved.held) };
  return (
    <FormDialog
      title={titleOf(props)}
      width={720}
      isReadOnly={isLocked}
      onEdit={isAbove ? undefined : onEdit}
      isChanged={name !== saved.name || description !== saved.description || !sameSet(held, saved.held)}
      problem={firstFailure(roleRules, values)}
      onSave={() =>
        role === null ? call(createRole, values) : call(modifyRole, { role_id: role.id, ...values, seen })
      }
      done={role === null ? adminText.done.roleCreated : adminText.done.roleModified}
      onClose={onClose}
    >
      {isAbove && !isReadOnly ? <Banner tone="warning">{adminText.aboveYou}</Banner> : null}
      <TextInput
        label={words.name}
        value={name}
        onChange={setName}
        isReadOnly={isLocked}
        isRequired={!isLocked}
        maxLength={100}
        autoComplete="off"
        autoFocus={!isLocked}
      />
      <TextAreaInput
        label={words.description}
        value={description}
        onChange={setDescription}
        isReadOnly={isLocked}
        isRequired={!isLocked}
        maxLength={1000}
      />
      <PermissionGroups permissions={permissions} held={held} onChange={setHeld} isReadOnly={isLocked} />
    </FormDialog>
  );
}
