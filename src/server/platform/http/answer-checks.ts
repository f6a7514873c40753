/**
 * How answers are told apart where their schema has several forms. The checks are compiled when a call is first answered, in the event loop:
 * with sentences for what does not fit, which nobody reads, and an optimizer, which V8 is, one schema took 150 ms of it; so it takes 15.
 */
export const answerChecks = { ajv: { messages: false, code: { optimize: false } } } as const;
