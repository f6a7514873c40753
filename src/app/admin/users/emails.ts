/** Reading e-mail addresses as people type and paste them. */
import { emailKey } from "../../../domain/people/account-rules.ts";
import { inviteEmailRules } from "../../../domain/people/admin-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";

export interface Taken {
  /** The list with the valid addresses added, each once whatever its case. */
  readonly emails: readonly string[];
  /** What could not be read as an address; stays in the field. */
  readonly rest: string;
  /** What is wrong with the rest. */
  readonly problem: string | undefined;
}

/** Adds what was typed or pasted: addresses between commas, semicolons, white space and lines. */
export function takeEmails(emails: readonly string[], typed: string): Taken {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== "");
  if (words.length === 0) return { emails, rest: "", problem: firstFailure(inviteEmailRules, "") };
  const bad = words.filter((word) => firstFailure(inviteEmailRules, word) !== undefined);
  const known = new Map(emails.map((email) => [emailKey(email), email]));
  for (const word of words) if (!bad.includes(word) && !known.has(emailKey(word))) known.set(emailKey(word), word);
  const rest = bad.join(", ");
  return {
    emails: [...known.values()],
    rest,
    problem: bad.length === 0 ? undefined : firstFailure(inviteEmailRules, bad[0]),
  };
}
