/** Settings of windows as documents keep them: a version, and steps that lead from one to the next. */
import type { RecordingDetail } from "../../../protocol/recordings.ts";

/** Plain values, as JSON carries them. */
export type StoredProps = Readonly<Record<string, unknown>>;

/** A window's settings in a document. */
export interface PropsDocument {
  readonly version: number;
  readonly props: StoredProps;
}

export interface PropsContext {
  readonly recording: RecordingDetail;
}

export interface VersionedProps<Props extends object> {
  /** From 1 on. */
  readonly version: number;
  /** Step k takes props of version k + 1 to version k + 2; one for each version but the present one. */
  readonly migrations: readonly ((old: StoredProps) => StoredProps)[];
  /** Reads props of the present version, total: what is absent or not usable is as a new window has it. */
  read(stored: StoredProps, context: PropsContext): Props;
}

/** Reads a document of any version so far; null when it is of a later one, which is kept as it is. */
export function readProps<Props extends object>(
  { version, migrations, read }: VersionedProps<Props>,
  document: PropsDocument,
  context: PropsContext,
): Props | null {
  if (document.version > version || !Number.isInteger(document.version) || document.version < 1) return null;
  const stored = migrations.slice(document.version - 1).reduce((props, migrate) => migrate(props), document.props);
  return read(stored, context);
}
