import { useState } from "react";
import { inviteRules } from "../../../domain/people/admin-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { inviteUsers } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { Chips } from "../../../ui/lists/Chips.tsx";
import { call } from "../../session/index.ts";
import css from "../parts/Admin.module.css";
import { AssignmentPickers, type Assignments } from "../parts/AssignmentPickers.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { idsOf } from "../parts/sets.ts";
import { takeEmails } from "./emails.ts";

const { invite: words } = adminLabels;
const nothing: Assignments = { projects: new Set(), sites: new Set(), roles: new Set() };
const most = 100;

/** Invites several people at once; all are given the same projects, sites and roles. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [typedProblem, setTypedProblem] = useState<string>();
  const [given, setGiven] = useState(nothing);
  const add = (text: string) => {
    const taken = takeEmails(emails, text);
    setEmails(taken.emails);
    setTyped(taken.rest);
    // Enter in an empty field says something only while nobody is in the list.
    setTypedProblem(taken.rest === "" && taken.emails.length > 0 ? undefined : taken.problem);
  };
  // What stands in the field and was not added yet is invited too.
  const all = typed.trim() === "" ? { emails, problem: undefined } : takeEmails(emails, typed);
  const form = {
    emails: [...all.emails],
    project_ids: idsOf(given.projects),
    site_ids: idsOf(given.sites),
    role_ids: idsOf(given.roles),
  };
  const isChanged = typed !== "" || emails.length + given.projects.size + given.sites.size + given.roles.size > 0;
  const problem = all.problem ?? firstFailure(inviteRules, form) ?? (all.emails.length > most ? words.most : undefined);
  return (
    <FormDialog
      title={words.title}
      width={900}
      isChanged={isChanged}
      problem={problem}
      saveLabel={words.send}
      onSave={() => call(inviteUsers, form)}
      done={adminText.done.invited}
      onClose={onClose}
    >
      <div className={css.line}>
        <TextInput
          label={words.email}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={(text) => {
            setTypedProblem(undefined);
            // The first comma or semicolon: an address was finished.
            if (/[,;]/.test(text) && !/[,;]/.test(typed)) add(text);
            else setTyped(text);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add(typed);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData("text") ?? "";
            // A field of one line would join the lines of a list.
            if (!/[\s,;]/.test(pasted.trim())) return;
            event.preventDefault();
            add(`${typed} ${pasted}`);
          }}
          hint={words.hint}
          error={typedProblem}
        />
        <Button onPress={() => add(typed)}>{words.add}</Button>
      </div>
      {emails.length === 0 ? null : (
        <Chips
          label={words.emails}
          items={emails}
          onRemove={(email) => setEmails(emails.filter((other) => other !== email))}
          removeLabel={words.remove}
        />
      )}
      <AssignmentPickers value={given} onChange={setGiven} />
    </FormDialog>
  );
}
