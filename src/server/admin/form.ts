/** The edge of every form: the first failing rule is the answer (400). */
import { tidy } from "../../domain/people/admin-rules.ts";
import { firstFailure, type Rule } from "../../domain/people/rules.ts";
import { Refused } from "../platform/http/routes.ts";

/** @throws Refused 400 with the message of the first rule that fails */
export function demandRules<Form>(rules: readonly Rule<Form>[], form: Form): void {
  const message = firstFailure(rules, form);
  if (message !== undefined) throw new Refused(400, message);
}

/** The form with each of its texts as it is stored. */
export const tidied = <Form extends object>(form: Form): Form =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === "string" ? tidy(value) : value]),
  ) as Form;
