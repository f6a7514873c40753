/** Ordered rules: the screen shows the first failing one and the server refuses by the same list (src/README.md 5). `field`: what the message stands beside. */
export type Rule<Form> = readonly [passes: (form: Form) => boolean, message: string, field?: string];

/** The first rule that fails: its message, and the field it is about where it names one. */
export function firstBroken<Form>(rules: readonly Rule<Form>[], form: Form) {
  const rule = rules.find(([passes]) => !passes(form));
  return rule === undefined ? undefined : { message: rule[1], field: rule[2] };
}

/** Message of the first rule that fails, or undefined when all pass. */
export const firstFailure = <Form>(rules: readonly Rule<Form>[], form: Form): string | undefined =>
  firstBroken(rules, form)?.message;
