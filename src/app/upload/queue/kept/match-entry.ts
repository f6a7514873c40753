/** Whether files that were chosen again are those of an entry of the queue. */
import type { UploadKind } from "../../../../protocol/uploads.ts";
import type { SourceFile, UploadOrder, UploadSource } from "../../types.ts";

export interface KeptFile {
  /** As it is sent. */
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
}

export interface KeptSource {
  readonly kind: UploadKind;
  readonly name: string;
  readonly files: readonly KeptFile[];
}

/** An upload that waited or was being prepared when its page was left. */
export interface KeptEntry {
  /** Of the queue. */
  readonly id: number;
  readonly project: UploadOrder["project"];
  readonly site: UploadOrder["site"];
  readonly patient: UploadOrder["patient"];
  readonly timezone: string;
  /** A form belonged to it; what it says is not kept. */
  readonly hasForm: boolean;
  readonly sources: readonly KeptSource[];
}

export interface EntryMatch {
  /** What is to be sent, as it is now; those that are absent are left out. */
  readonly sources: readonly UploadSource[];
  /** Names of directories and files that are not among the chosen ones, or miss files. */
  readonly absent: readonly string[];
  /** Paths of files that have another size, were saved again since, or are new in their directory. */
  readonly changed: readonly string[];
}

/** Later choices replace earlier ones of the same name. */
export function matchEntry(entry: Pick<KeptEntry, "sources">, chosen: readonly UploadSource[]): EntryMatch {
  const byName = new Map(chosen.map((source) => [`${source.kind} ${source.name}`, source]));
  const sources: UploadSource[] = [];
  const absent: string[] = [];
  const changed: string[] = [];
  for (const kept of entry.sources) {
    const source = byName.get(`${kept.kind} ${kept.name}`);
    const files = new Map(source?.files.map((file) => [file.path, file]));
    const found = kept.files.map((file) => ({ kept: file, file: files.get(file.path) }));
    if (source === undefined || found.some(({ file }) => file === undefined)) absent.push(kept.name);
    else {
      const known = new Set(kept.files.map(({ path }) => path));
      changed.push(...found.filter(isChanged).map((one) => one.kept.path));
      changed.push(...source.files.flatMap(({ path }) => (known.has(path) ? [] : [path])));
      sources.push(source);
    }
  }
  return { sources, absent, changed };
}

const isChanged = ({ kept, file }: { kept: KeptFile; file: SourceFile | undefined }): boolean =>
  file !== undefined && (file.size !== kept.size || file.modifiedAt !== kept.modifiedAt);

/** The order of an entry whose files are there again. */
export const orderOfEntry = (
  { project, site, patient, timezone }: KeptEntry,
  sources: readonly UploadSource[],
  hasEncryption: boolean,
): UploadOrder => ({ project, site, patient, timezone, sources, form: null, hasEncryption });
