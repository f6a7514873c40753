import { useState } from "react";
import { createSiteRules, modifySiteRules } from "../../../domain/people/admin-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { createSite, getUsersBySite, modifySite, type Site } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { TextAreaInput } from "../../../ui/fields/TextAreaInput.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { call } from "../../session/index.ts";
import css from "../parts/Admin.module.css";
import { FormDialog } from "../parts/FormDialog.tsx";
import type { RecordDialogProps } from "../parts/RecordsPage.tsx";
import { idsOf, sameSet } from "../parts/sets.ts";
import { UserPicker } from "../parts/UserPicker.tsx";

const { sites: words } = adminLabels;

/** A site's name, identifier, place and users. The identifier is given once. */
export function SiteDialog({ record: site, isReadOnly, onEdit, onClose }: RecordDialogProps<Site>) {
  const [saved] = useState(() => ({
    name: site?.name ?? "",
    identifier: site?.identifier ?? "",
    location: site?.location ?? "",
    description: site?.description ?? "",
    users: new Set(site?.user_ids) as ReadonlySet<number>,
  }));
  const [values, setValues] = useState(saved);
  const set = (change: Partial<typeof saved>) => setValues((old) => ({ ...old, ...change }));
  const { name, identifier, location, description, users } = values;
  const bodyOf = (of: typeof saved) => ({
    ...{ name: of.name, location: of.location, description: of.description },
    user_ids: idsOf(of.users),
  });
  const body = bodyOf(values);
  return (
    <FormDialog
      title={site === null ? words.createTitle : isReadOnly ? words.view : words.modify}
      isReadOnly={isReadOnly}
      onEdit={onEdit}
      isChanged={
        name !== saved.name ||
        identifier !== saved.identifier ||
        location !== saved.location ||
        description !== saved.description ||
        !sameSet(users, saved.users)
      }
      problem={
        site === null ? firstFailure(createSiteRules, { ...body, identifier }) : firstFailure(modifySiteRules, body)
      }
      onSave={() =>
        site === null
          ? call(createSite, { ...body, identifier })
          : call(modifySite, { site_id: site.id, ...body, seen: bodyOf(saved) })
      }
      done={site === null ? adminText.done.siteCreated : adminText.done.siteModified}
      onClose={onClose}
    >
      <div className={css.pair}>
        <TextInput
          label={words.name}
          value={name}
          onChange={(text) => set({ name: text })}
          isReadOnly={isReadOnly}
          isRequired={!isReadOnly}
          maxLength={100}
          autoComplete="off"
          autoFocus={!isReadOnly}
        />
        <TextInput
          label={words.identifier}
          value={identifier}
          onChange={(text) => set({ identifier: text })}
          isReadOnly={site !== null}
          isRequired={site === null}
          maxLength={100}
          autoComplete="off"
          hint={site === null ? words.identifierHint : isReadOnly ? undefined : adminLabels.form.fixed}
        />
      </div>
      <TextInput
        label={words.location}
        value={location}
        onChange={(text) => set({ location: text })}
        isReadOnly={isReadOnly}
        isRequired={!isReadOnly}
        maxLength={1000}
        autoComplete="off"
      />
      <TextAreaInput
        label={words.description}
        value={description}
        onChange={(text) => set({ description: text })}
        isReadOnly={isReadOnly}
        maxLength={1000}
      />
      <UserPicker
        selected={users}
        onChange={(ids) => set({ users: ids })}
        isReadOnly={isReadOnly}
        members={
          site === null
            ? undefined
            : {
                name: ["users", "of site", site.id],
                load: (question, signal) => call(getUsersBySite, { site_id: site.id, ...question }, signal),
              }
        }
      />
    </FormDialog>
  );
}
