/** A reason not to start that a person can act on: one plain sentence, printed without a stack. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
