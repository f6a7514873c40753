import { useState } from "react";
import { createProjectRules, modifyProjectRules } from "../../../domain/people/admin-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { createProject, getUsersByProject, modifyProject, type Project } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { call } from "../../session/index.ts";
import css from "../parts/Admin.module.css";
import { FormDialog } from "../parts/FormDialog.tsx";
import type { RecordDialogProps } from "../parts/RecordsPage.tsx";
import { idsOf, sameSet } from "../parts/sets.ts";
import { UserPicker } from "../parts/UserPicker.tsx";

const { projects: words, form } = adminLabels;

/** A project's name, identifier and users. The identifier is given once. */
export function ProjectDialog({ record: project, isReadOnly, onEdit, onClose }: RecordDialogProps<Project>) {
  const [saved] = useState(() => ({
    name: project?.name ?? "",
    identifier: project?.identifier ?? "",
    users: new Set(project?.user_ids) as ReadonlySet<number>,
  }));
  const [name, setName] = useState(saved.name);
  const [identifier, setIdentifier] = useState(saved.identifier);
  const [users, setUsers] = useState(saved.users);
  const values = { name, user_ids: idsOf(users) };
  return (
    <FormDialog
      title={project === null ? words.createTitle : isReadOnly ? words.view : words.modify}
      isReadOnly={isReadOnly}
      onEdit={onEdit}
      isChanged={name !== saved.name || identifier !== saved.identifier || !sameSet(users, saved.users)}
      problem={
        project === null
          ? firstFailure(createProjectRules, { ...values, identifier })
          : firstFailure(modifyProjectRules, { ...values, hadUsers: saved.users.size > 0 })
      }
      onSave={() =>
        project === null
          ? call(createProject, { ...values, identifier })
          : call(modifyProject, {
              project_id: project.id,
              ...values,
              seen: { name: saved.name, user_ids: idsOf(saved.users) },
            })
      }
      done={project === null ? adminText.done.projectCreated : adminText.done.projectModified}
      onClose={onClose}
    >
      <div className={css.pair}>
        <TextInput
          label={words.name}
          value={name}
          onChange={setName}
          isReadOnly={isReadOnly}
          isRequired={!isReadOnly}
          maxLength={100}
          autoComplete="off"
          autoFocus={!isReadOnly}
        />
        <TextInput
          label={words.identifier}
          value={identifier}
          onChange={setIdentifier}
          isReadOnly={project !== null}
          isRequired={project === null}
          maxLength={100}
          autoComplete="off"
          hint={project === null || isReadOnly ? undefined : form.fixed}
        />
      </div>
      <UserPicker
        selected={users}
        onChange={setUsers}
        isReadOnly={isReadOnly}
        members={
          project === null
            ? undefined
            : {
                name: ["users", "of project", project.id],
                load: (question, signal) => call(getUsersByProject, { project_id: project.id, ...question }, signal),
              }
        }
      />
    </FormDialog>
  );
}
