import { useState } from "react";
import { modifyUserRules } from "../../../domain/people/admin-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import type { User } from "../../../protocol/accounts.ts";
import { modifyUser } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { call } from "../../session/index.ts";
import css from "../parts/Admin.module.css";
import { AssignmentPickers, type Assignments } from "../parts/AssignmentPickers.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { idsOf, sameSet } from "../parts/sets.ts";
import { stateText } from "./columns.ts";

const { users: words } = adminLabels;

export interface UserDialogProps {
  user: User;
  isReadOnly: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** A user's projects, sites and roles. The person's own facts are theirs to change. */
export function UserDialog({ user, isReadOnly, onEdit, onClose }: UserDialogProps) {
  const [saved] = useState<Assignments>(() => ({
    projects: new Set(user.project_ids),
    sites: new Set(user.site_ids),
    roles: new Set(user.role_ids),
  }));
  const [given, setGiven] = useState(saved);
  const formOf = ({ projects, sites, roles }: Assignments) => ({
    project_ids: idsOf(projects),
    site_ids: idsOf(sites),
    role_ids: idsOf(roles),
  });
  const form = formOf(given);
  const name = `${user.first_name} ${user.last_name}`.trim();
  return (
    <FormDialog
      title={isReadOnly ? words.view : words.modify}
      width={900}
      isReadOnly={isReadOnly}
      onEdit={onEdit}
      isChanged={
        !sameSet(given.projects, saved.projects) ||
        !sameSet(given.sites, saved.sites) ||
        !sameSet(given.roles, saved.roles)
      }
      problem={firstFailure(modifyUserRules, form)}
      onSave={() => call(modifyUser, { user_id: user.id, ...form, seen: formOf(saved) })}
      done={adminText.done.userModified}
      onClose={onClose}
    >
      <dl className={css.facts}>
        <dt>{words.facts.email}</dt>
        <dd>{user.email}</dd>
        <dt>{words.facts.name}</dt>
        <dd>{name || text.recordings.none}</dd>
        <dt>{words.facts.state}</dt>
        <dd>{stateText(user)}</dd>
        <dt>{words.facts.country}</dt>
        <dd>{user.country || text.recordings.none}</dd>
      </dl>
      <AssignmentPickers value={given} onChange={setGiven} ofUser={isReadOnly ? user.id : undefined} />
    </FormDialog>
  );
}
