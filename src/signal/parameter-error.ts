/** A caller's mistake, found before any work is done (algorithms.md 15). Data never raises it. */
export class ParameterError extends RangeError {
  override readonly name = "ParameterError";
}

/** Throws unless `holds`. */
export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new ParameterError(message);
}
