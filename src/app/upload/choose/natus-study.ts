/** What a Natus study tells about its patient, over all of its files, and what is sent instead. */
import { identifyingWords, inLabels, isAnonymous } from "../../../domain/upload/anonymous.ts";
import { type Finding, type FindingKind, finding } from "../../../domain/upload/findings.ts";
import {
  addNote,
  clearedHeader,
  clearedRests,
  givenName,
  type NatusIdentity,
  newNotesIdentity,
  notePlaces,
  readIdentity,
  renamedSegments,
  studyCode,
  studyTextIdentity,
} from "../../../domain/upload/natus-identity.ts";
import { type BytePatch, mergePatches } from "../../../domain/upload/patches.ts";
import { searchFor } from "../../../domain/upload/word-search.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import { bytesOf, headOf } from "./blob-source.ts";
import type { NatusFile } from "./natus-files.ts";
import type { Pace } from "./pace.ts";

const { removed: told, warnings } = uploadRulesText;
const headerBytes = 352;
/** Bytes of a text that is read whole; what is larger is not sent. Study information is a few kilobytes long. */
const largestText = (rest: string) => (/^\.eeg$/i.test(rest) ? 4 : 64) * 2 ** 20;

export interface CleanedStudy {
  /** Of the folder and, with what is behind it, of its files. */
  name: string;
  files: (NatusFile & { patches: BytePatch[] })[];
  findings: Finding[];
  removed: string[];
  warnings: string[];
}

interface ChosenStudy {
  /** Of the folder. */
  name: string;
  /** What the names of its files begin with. */
  base: string;
  files: readonly NatusFile[];
}

/** Reads the headers of all files, and whole the texts and the segment table. */
export async function identifyStudy(study: ChosenStudy, pace: Pace): Promise<CleanedStudy> {
  const gathered = new Gathered(study);
  gathered.addNames();
  await gathered.readHeaders(pace);
  await gathered.readStudyText();
  const name = studyCode(study.base, gathered.marks);
  await gathered.renameSegments(name);
  await gathered.readNotes(pace);
  return gathered.result(name);
}

class Gathered {
  /** Of the first raw data file: what tells this study from others. */
  marks: NatusIdentity = readIdentity(new Uint8Array(0));
  readonly #study: ChosenStudy;
  readonly #files: readonly NatusFile[];
  /** Each field with each value once. */
  readonly #findings = new Map<string, Finding>();
  /** Texts by which the patient can be found in notes. */
  readonly #texts: string[] = [];
  readonly #patches = new Map<NatusFile, BytePatch[]>();
  readonly #notes = newNotesIdentity();

  constructor(study: ChosenStudy) {
    this.#study = study;
    // What is too large to be searched never leaves with what stands in it.
    this.#files = study.files.filter(
      ({ rest, entry }) => /\.(erd|etc|snc)$/i.test(rest) || entry.file.size <= largestText(rest),
    );
  }

  addNames(): void {
    const { name, base } = this.#study;
    this.#addText("fileName", givenName(base), base, base);
    this.#addText("folderName", givenName(name), name, name);
  }

  async readHeaders(pace: Pace): Promise<void> {
    for (const file of this.#files) {
      await pace.step();
      const head = await headOf(file.entry.file, headerBytes);
      const identity = readIdentity(head);
      if (/^\.erd$/i.test(file.rest) || this.marks.marks === "") this.marks = identity;
      this.#addText("name", identity.name, identity.name, file.entry.file.name);
      this.#addText("identifier", identity.patientId, identity.patientId, file.entry.file.name);
      this.#patches.set(file, [...clearedHeader(head), ...clearedRests(file.rest, file.entry.file.size)]);
    }
  }

  async readStudyText(): Promise<void> {
    for (const file of this.#named(/^\.eeg$/i)) {
      const { findings, words, patches } = studyTextIdentity(await bytesOf(file.entry.file), file.entry.file.name);
      for (const one of findings) this.#add(one);
      this.#texts.push(...words);
      this.#patches.get(file)?.push(...patches);
    }
  }

  async renameSegments(name: string): Promise<void> {
    for (const file of this.#named(/^\.stc$/i)) {
      this.#patches.get(file)?.push(...renamedSegments(await bytesOf(file.entry.file), name));
    }
  }

  async readNotes(pace: Pace): Promise<void> {
    const words = identifyingWords(this.#texts);
    const search = { anywhere: searchFor(words), labels: searchFor(inLabels(words)) };
    const { keyed, free, staff, patches } = this.#notes;
    for (const file of this.#named(/^\.ent/i)) {
      const { name } = file.entry.file;
      const bytes = await bytesOf(file.entry.file);
      for (const place of notePlaces(bytes)) {
        addNote(this.#notes, bytes, place, search, name);
        await pace.rest();
      }
      this.#patches.get(file)?.push(...patches);
      for (const one of keyed) this.#add(one);
      if (free.length > 0) this.#add(finding("inText", [...new Set(free)].join(", "), name, free.length));
      if (staff.size > 0) this.#add(finding("staff", [...staff].join(", "), name));
    }
  }

  result(name: string): CleanedStudy {
    const places = this.#notes.free.length + this.#notes.keyed.length;
    const left = this.#study.files.length - this.#files.length;
    return {
      name,
      files: this.#files.map((file) => ({ ...file, patches: mergePatches(this.#patches.get(file) ?? []) })),
      findings: [...this.#findings.values()],
      removed: [
        told.headers(this.#files.length),
        ...(this.#named(/^\.eeg$/i).length > 0 ? [told.studyText] : []),
        ...(places > 0 ? [told.notes(places)] : []),
        ...(this.#notes.staff.size > 0 ? [told.staff] : []),
        told.names,
      ],
      warnings: [
        ...(this.#named(/^\.ent/i).length > 0 ? [warnings.natusNotes] : []),
        ...(this.#notes.damaged > 0 ? [warnings.natusNotesDamaged] : []),
        ...(left > 0 ? [warnings.natusTextTooLarge(left)] : []),
      ],
    };
  }

  #named(pattern: RegExp): NatusFile[] {
    return this.#files.filter(({ rest }) => pattern.test(rest));
  }

  #addText(kind: FindingKind, text: string, shown: string, file: string): void {
    if (isAnonymous(text)) return;
    this.#add(finding(kind, shown, file));
    this.#texts.push(text);
  }

  #add(one: Finding): void {
    const key = `${one.field}\0${one.shown}`;
    if (!this.#findings.has(key)) this.#findings.set(key, one);
  }
}
