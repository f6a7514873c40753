import type { Project, Role, Site } from "../../../protocol/admin.ts";
import {
  getProjects,
  getProjectUserSites,
  getRoles,
  getRolesByUser,
  getSites,
  getUserProjects,
} from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { TableQuery } from "../../../protocol/tables.ts";
import { call } from "../../session/index.ts";
import css from "./Admin.module.css";
import { RecordPicker } from "./RecordPicker.tsx";

const { pick } = adminLabels;

/** What a user is given. */
export interface Assignments {
  readonly projects: ReadonlySet<number>;
  readonly sites: ReadonlySet<number>;
  readonly roles: ReadonlySet<number>;
}

export interface AssignmentPickersProps {
  value: Assignments;
  onChange: (value: Assignments) => void;
  /** Shows what this user has, without a choice. */
  ofUser?: number;
}

type Named = Pick<Project | Site, "id" | "identifier" | "name">;
const namedItem = ({ id, identifier, name }: Named) => ({ id, name, detail: identifier });
const roleItem = ({ id, name, description }: Role) => ({ id, name, detail: description });

/** A list that comes whole, searched here. */
const searched =
  <Row,>(load: (signal: AbortSignal) => Promise<{ data: readonly Row[] }>, textOf: (row: Row) => string) =>
  async ({ filters = [] }: TableQuery, signal: AbortSignal) => {
    const { data } = await load(signal);
    const found = data.filter((row) =>
      filters.every(({ value = "" }) => textOf(row).toLowerCase().includes(String(value).toLowerCase())),
    );
    return { data: found, total: found.length };
  };

/** Projects, sites and roles of a user, side by side. */
export function AssignmentPickers({ value, onChange, ofUser }: AssignmentPickersProps) {
  const isReadOnly = ofUser !== undefined;
  const user_id = ofUser ?? 0;
  const whole = isReadOnly ? [ofUser] : [];
  return (
    <div className={css.trio}>
      <RecordPicker<Named>
        label={pick.projects}
        name={["projects", ...whole]}
        load={
          isReadOnly
            ? searched(
                (signal) => call(getUserProjects, { user_id }, signal),
                ({ name }) => name,
              )
            : (question, signal) => call(getProjects, question, signal)
        }
        searchField="name"
        toItem={namedItem}
        selected={value.projects}
        onChange={(projects) => onChange({ ...value, projects })}
        isReadOnly={isReadOnly}
      />
      <RecordPicker<Named>
        label={pick.sites}
        name={["sites", ...whole]}
        load={
          isReadOnly
            ? searched(
                (signal) => call(getProjectUserSites, { user_id }, signal),
                ({ name }) => name,
              )
            : (question, signal) => call(getSites, { ...question, return_all_sites: true }, signal)
        }
        searchField="name"
        toItem={namedItem}
        selected={value.sites}
        onChange={(sites) => onChange({ ...value, sites })}
        isReadOnly={isReadOnly}
      />
      <RecordPicker<Role>
        label={pick.roles}
        name={["roles", ...whole]}
        load={
          isReadOnly
            ? searched(
                (signal) => call(getRolesByUser, { user_id }, signal),
                ({ name }) => name,
              )
            : (question, signal) => call(getRoles, question, signal)
        }
        searchField="name"
        toItem={roleItem}
        selected={value.roles}
        onChange={(roles) => onChange({ ...value, roles })}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}
