/** The rows of what is selected: added, inspected two at a time, removed. */
import { ref } from "valtio";
import { isDirectoryKind } from "../../../../domain/files/upload-kinds.ts";
import { withUnseenShown } from "../../../../domain/unseen.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadKind } from "../../../../protocol/uploads.ts";
import { type ChosenEntry, entriesOf, entriesOfDrop } from "../../choose/index.ts";
import { type Notice, onWizardEmptied, rowsOf, type SelectedRow, wizard } from "../state.ts";
import { inspect } from "./inspect.ts";
import { enabledKinds } from "./kinds.ts";
import { type Picked, sortEntries } from "./sort.ts";

const words = uploadText.data;
/** Inspections at once: they read headers only, and the disk is the user's. */
const atOnce = 2;

/** What belongs to a row but is no state: what it is about, and the way to stop its inspection. */
const work = new Map<number, { pick: Picked; abort: AbortController }>();
let running = 0;
let lastId = 0;
/** Counts resets: what was begun before one is not for the wizard of today. */
let opening = 0;

const sameName = (kind: UploadKind) => (isDirectoryKind(kind) ? words.sameDirectory : words.sameFile);

/** Takes over what the user chose or dropped; what cannot be taken is said in the notices. */
export function addEntries(entries: readonly ChosenEntry[]): void {
  const { settings, uploadingType } = wizard;
  if (settings === null || uploadingType === "form") return;
  const { picks, leftOut } = sortEntries(entries, uploadingType, new Set(enabledKinds(settings)));
  const notices: Notice[] = [];
  const added = new Map<UploadKind, number>();
  for (const pick of picks) {
    const { kind } = pick;
    const name = withUnseenShown(pick.name);
    if (wizard.selected[kind].some(({ chosenName }) => chosenName === name)) {
      notices.push(notice(name, sameName(kind), "danger"));
      continue;
    }
    addRow(pick);
    added.set(kind, (added.get(kind) ?? 0) + 1);
  }
  for (const [kind, n] of added)
    if (kind !== uploadingType) notices.push(notice("", words.added(uploadText.kinds[kind], n), "info"));
  if (leftOut > 0)
    notices.push(
      picks.length > 0 ? notice("", words.leftOut(leftOut), "info") : notice("", words.nothingFound, "danger"),
    );
  wizard.notices = notices.map((one) => ref(one));
  wizard.isTried = false;
  inspectNext();
}

/** What a picker gave; null when it was closed without a choice. */
export function addFiles(files: FileList | null): void {
  if (files !== null) addEntries(entriesOf(files));
}

/** What was dropped. The list must be read within the event; its directories are walked later. */
export async function addDropped(items: DataTransferItemList): Promise<void> {
  const openedFor = opening;
  try {
    const entries = await entriesOfDrop(items);
    // The wizard may have been closed meanwhile.
    if (opening === openedFor) addEntries(entries);
  } catch {
    if (opening === openedFor) wizard.notices = [ref(notice("", words.unreadable, "danger"))];
  }
}

function notice(name: string, text: string, tone: Notice["tone"]): Notice {
  lastId++;
  return { id: lastId, name, text, tone };
}

function addRow(pick: Picked): void {
  lastId++;
  const { kind, name } = pick;
  const row: SelectedRow = {
    id: lastId,
    kind,
    chosenName: withUnseenShown(name),
    phase: "waiting",
    progress: 0,
    error: null,
    isUnchecked: false,
    // The size of a chosen file is asked of the disk, at once: of a directory that would stop the page.
    size: "file" in pick ? pick.file.file.size : null,
    fileCount: "file" in pick ? 1 : pick.directory.entries.length,
    candidate: null,
    source: null,
    isCleaned: false,
  };
  work.set(row.id, { pick, abort: new AbortController() });
  wizard.selected[kind] = [...wizard.selected[kind], ref(row)];
}

function change(row: Readonly<SelectedRow>, part: Partial<SelectedRow>): void {
  wizard.selected[row.kind] = wizard.selected[row.kind].map((one) =>
    one.id === row.id ? ref({ ...one, ...part }) : one,
  );
}

function inspectNext(): void {
  while (running < atOnce) {
    const row = rowsOf(wizard.selected).find(({ phase }) => phase === "waiting");
    if (row === undefined) return;
    running++;
    void inspectRow(row).finally(() => {
      running--;
      inspectNext();
    });
  }
}

async function inspectRow(row: SelectedRow): Promise<void> {
  const own = work.get(row.id);
  if (own === undefined) return;
  const { signal } = own.abort;
  change(row, { phase: "inspecting", progress: 0, error: null, isUnchecked: false });
  let shown = 0;
  const onProgress = (done: number, all: number) => {
    const percent = all === 0 ? 0 : Math.floor((100 * done) / all);
    if (percent <= shown || signal.aborted) return;
    shown = percent;
    change(row, { progress: done / all });
  };
  try {
    const { candidate, error, isUnchecked } = await inspect(own.pick, { signal, onProgress });
    if (signal.aborted) return;
    // Of what is refused nothing is sent: a file keeps the size that it has on the disk.
    if (error !== null) return change(row, { candidate, isUnchecked, phase: "refused", error });
    const facts = { candidate, isUnchecked, size: candidate.size, fileCount: candidate.fileCount };
    const source = candidate.source(true);
    // Two recordings of the same second get the same name once their own names are removed.
    const isTaken = wizard.selected[row.kind].some(
      (one) => one.id !== row.id && one.source?.name.toLowerCase() === source.name.toLowerCase(),
    );
    if (isTaken) return change(row, { ...facts, phase: "refused", error: sameName(row.kind) });
    change(row, { ...facts, phase: "ready", source });
  } catch {
    if (!signal.aborted) change(row, { phase: "refused", error: words.unreadableRow(row.chosenName) });
  }
}

/** Checks a row again that could not be checked. */
export function checkAgain(row: SelectedRow): void {
  change(row, { phase: "waiting", error: null, isUnchecked: false });
  inspectNext();
}

export function removeRow({ id, kind }: { readonly id: number; readonly kind: UploadKind }): void {
  work.get(id)?.abort.abort();
  work.delete(id);
  wizard.selected[kind] = wizard.selected[kind].filter((row) => row.id !== id);
  wizard.notices = [];
  wizard.isTried = false;
}

/** Removes every row that cannot be uploaded. */
export function removeRefused(): void {
  for (const row of rowsOf(wizard.selected)) if (row.phase === "refused") removeRow(row);
}

/** The ONE action for all findings: identifying fields of every row are removed while it is sent. */
export function cleanRows(): void {
  for (const row of rowsOf(wizard.selected))
    if ((row.candidate?.findings.length ?? 0) > 0 && !row.isCleaned) change(row, { isCleaned: true });
  wizard.isTried = false;
}

/** Stops every inspection and forgets what was selected. */
export function clearRows(): void {
  stopWork();
  wizard.selected = { cns: [], natus: [], medications: [], edf: [] };
  wizard.notices = [];
  wizard.isTried = false;
}

function stopWork(): void {
  opening++;
  for (const { abort } of work.values()) abort.abort();
  work.clear();
}

// Spec 000 section 4: logging out undoes folder validation.
onWizardEmptied(stopWork);
