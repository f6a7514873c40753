/** The time zones that can be chosen. */
import { defaultTimezone } from "../state.ts";

export interface Zone {
  /** IANA name. */
  readonly id: string;
  readonly name: string;
}

let all: readonly Zone[] | null = null;

/** Every zone this browser knows, with the default one and UTC, by name. */
export function zones(): readonly Zone[] {
  all ??= [...new Set([...Intl.supportedValuesOf("timeZone"), defaultTimezone, "UTC"])]
    .sort()
    .map((id) => ({ id, name: id.replaceAll("_", " ") }));
  return all;
}
