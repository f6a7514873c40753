/** Ordered rules: the screen shows the first failing one and the server refuses by the same list (src/README.md 5). */
export type Rule<Form> = readonly [passes: (form: Form) => boolean, message: string];

/** Message of the first rule that fails, or undefined when all pass. */
export const firstFailure = <Form>(rules: readonly Rule<Form>[], form: Form): string | undefined =>
  rules.find(([passes]) => !passes(form))?.[1];
