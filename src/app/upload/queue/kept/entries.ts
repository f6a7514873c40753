/**
 * What this browser keeps of uploads that wait or are being prepared: the server knows nothing of them yet, and a page that
 * is reloaded would lose them. For whom, under which names, and of each file what is sent it by (path, size, when it was
 * changed). Neither contents nor names on the user's disk nor what a form says. One record for each workspace and user;
 * it goes with the session.
 */
import { sessionOwner } from "../../../session/index.ts";
import type { UploadOrder } from "../../types.ts";
import { inStore } from "./browser-store.ts";
import type { KeptEntry } from "./match-entry.ts";

const store = "entries";

interface Kept {
  readonly owner: string;
  readonly entries: readonly KeptEntry[];
}

const entryOf = (id: number, { project, site, patient, timezone, sources, form }: UploadOrder): KeptEntry => ({
  id,
  project,
  site,
  patient,
  timezone,
  hasForm: form !== null,
  sources: sources.map(({ kind, name, files }) => ({
    kind,
    name,
    files: files.map(({ path, size, modifiedAt }) => ({ path, size, modifiedAt })),
  })),
});

/** One change after the other, in the order they were asked for. */
let turn: Promise<unknown> = Promise.resolve();

/** Changes the record of whoever is signed in. Where storage is blocked or full, a reload loses what waits. Never throws. */
function change(edit: (entries: readonly KeptEntry[]) => readonly KeptEntry[]): Promise<void> {
  const owner = sessionOwner();
  if (owner === null) return Promise.resolve();
  const work = () =>
    inStore<void>(store, "readwrite", (records) => {
      const read = records.get(owner) as IDBRequest<Kept | undefined>;
      read.onsuccess = () => {
        const entries = edit(read.result?.entries ?? []);
        if (entries.length > 0) records.put({ owner, entries } satisfies Kept);
        else records.delete(owner);
      };
      return undefined;
    });
  const done = turn.then(work).catch(() => undefined);
  turn = done;
  return done;
}

export const keepEntry = (id: number, order: UploadOrder): Promise<void> =>
  change((entries) => [...entries.filter((entry) => entry.id !== id), entryOf(id, order)]);

export const dropEntry = (id: number): Promise<void> => change((entries) => entries.filter((entry) => entry.id !== id));

/** A new patient of whom an upload is done is no new one to those that wait. `key` 0: made, by a key nobody here knows. */
export const keepMade = (projectId: number, siteId: number, identifier: string): Promise<void> =>
  change((entries) =>
    entries.map((entry) => {
      const isOf =
        entry.project.id === projectId && entry.site.id === siteId && entry.patient.identifier === identifier;
      return isOf && entry.patient.key === null ? { ...entry, patient: { identifier, key: 0 } } : entry;
    }),
  );

/** Those of whoever is signed in, in the order they were queued. What another user left in this browser is removed. */
export async function readEntries(): Promise<readonly KeptEntry[]> {
  const owner = sessionOwner();
  if (owner === null) return [];
  await turn;
  const read = inStore<Kept[]>(store, "readwrite", (records) => {
    const all = records.getAll() as IDBRequest<Kept[]>;
    all.onsuccess = () => {
      for (const kept of all.result) if (kept.owner !== owner) records.delete(kept.owner);
    };
    return all;
  });
  const records = await read.catch(() => []);
  return records.find((kept) => kept.owner === owner)?.entries ?? [];
}

/** The session ended: there is one in a browser at most, so nobody's entries are left. */
export function clearEntries(): Promise<void> {
  const work = () => inStore<void>(store, "readwrite", (records) => records.clear());
  const done = turn.then(work).catch(() => undefined);
  turn = done;
  return done;
}
