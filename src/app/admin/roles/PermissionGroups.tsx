import { Lock } from "lucide-react";
import { useState } from "react";
import type { RolePermission } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { groupsOf, switched } from "./groups.ts";
import css from "./PermissionGroups.module.css";

const { roles: words } = adminLabels;

export interface PermissionGroupsProps {
  permissions: readonly RolePermission[];
  /** Ids that are on. */
  held: ReadonlySet<number>;
  onChange: (held: ReadonlySet<number>) => void;
  isReadOnly: boolean;
}

/** Every permission by group: a switch each, a box for the whole group, and a search. */
export function PermissionGroups({ permissions, held, onChange, isReadOnly }: PermissionGroupsProps) {
  const [search, setSearch] = useState("");
  const groups = groupsOf(permissions, search);
  return (
    <section className={css.permissions} aria-label={words.permissions}>
      <TextInput
        label={words.permissions}
        placeholder={words.searchPermissions}
        autoComplete="off"
        value={search}
        onChange={setSearch}
        // Enter looks for nothing more and must not save.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {groups.length === 0 ? <p className={css.none}>{words.noPermission}</p> : null}
      {groups.map(({ name, permissions: members }) => {
        const on = members.filter(({ id }) => held.has(id)).length;
        const grantable = members.filter(({ can_grant }) => can_grant);
        const isAllOn = grantable.length > 0 && grantable.every(({ id }) => held.has(id));
        return (
          <fieldset key={name} className={css.group}>
            <legend className="visually-hidden">{name}</legend>
            <div className={css.head}>
              <h3>{name}</h3>
              <span className={css.count}>{words.of(on, members.length)}</span>
              {isReadOnly ? null : (
                <span className={css.all}>
                  <Checkbox
                    isSelected={isAllOn}
                    isIndeterminate={!isAllOn && on > 0}
                    isDisabled={grantable.length === 0}
                    onChange={(isOn) => onChange(switched(held, members, isOn))}
                  >
                    <span>
                      {words.selectAll}
                      <span className="visually-hidden"> {name}</span>
                    </span>
                  </Checkbox>
                </span>
              )}
            </div>
            <ul>
              {members.map((permission) => (
                <li key={permission.id} className={css.permission}>
                  <Switch
                    label={permission.title}
                    isSelected={held.has(permission.id)}
                    isReadOnly={isReadOnly}
                    isDisabled={isReadOnly || !permission.can_grant}
                    onChange={(isOn) => onChange(switched(held, [permission], isOn))}
                  />
                  <span>
                    <span className={css.title}>{permission.title}</span>
                    <span className={css.text}>{permission.description}</span>
                    {permission.can_grant || isReadOnly ? null : (
                      <span className={css.locked}>
                        <Lock size={12} aria-hidden />
                        {words.cannotGrant}
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
    </section>
  );
}
