/** A queue says what its jobs are given: it is asked when one is put in, and again before it is run. */
import type { Static, TObject } from "typebox";
import { Compile } from "typebox/compile";

export type AnyPayload = object;

export interface JobQueue<Payload = AnyPayload> {
  /** Its name in the table. */
  readonly name: string;
  isPayload(value: unknown): value is Payload;
}

/**
 * Declares a queue. Payloads hold internal ids only. They outlive the version that wrote them: a member that is added is
 * optional, and a queue whose payloads change their meaning gets another name.
 */
export function jobQueue<Schema extends TObject>(name: string, payload: Schema): JobQueue<Static<Schema>> {
  const shape = Compile(payload);
  return { name, isPayload: (value): value is Static<Schema> => shape.Check(value) };
}
