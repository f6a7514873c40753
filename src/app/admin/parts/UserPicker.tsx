import { useState } from "react";
import type { User } from "../../../protocol/accounts.ts";
import { getUsers } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { TableQuery } from "../../../protocol/tables.ts";
import { Choices } from "../../../ui/fields/Choices.tsx";
import { call } from "../../session/index.ts";
import { RecordPicker } from "./RecordPicker.tsx";

const { pick, users } = adminLabels;

export interface UserPickerProps {
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
  /** Those who are it already, where there are any: a project's or a site's users. */
  members?: {
    readonly name: readonly unknown[];
    readonly load: (question: TableQuery, signal: AbortSignal) => Promise<{ data: readonly User[]; total: number }>;
  };
  isReadOnly?: boolean;
}

const itemOf = ({ id, email, first_name, last_name, is_verified }: User) => ({
  id,
  name: email,
  detail: is_verified ? `${first_name} ${last_name}` : users.invited,
});

/** Users of the workspace, ten thousand of them if need be. */
export function UserPicker({ selected, onChange, members, isReadOnly = false }: UserPickerProps) {
  const [shown, setShown] = useState("all");
  const ofMembers = members !== undefined && (isReadOnly || shown === "members") ? members : undefined;
  return (
    <RecordPicker
      label={pick.users}
      name={ofMembers?.name ?? ["users"]}
      load={ofMembers?.load ?? ((question, signal) => call(getUsers, question, signal))}
      searchField="email"
      searchLabel={pick.searchUsers}
      toItem={itemOf}
      selected={selected}
      onChange={onChange}
      isReadOnly={isReadOnly}
      height={240}
      aside={
        members === undefined || isReadOnly ? undefined : (
          <Choices
            label={pick.showLabel}
            choices={[
              { id: "all", name: pick.all },
              { id: "members", name: pick.members },
            ]}
            selected={shown}
            onChoose={setShown}
          />
        )
      }
    />
  );
}
