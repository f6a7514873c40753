/** Names of what is being uploaded, in session storage by site, project and patient (spec 000 section 3, Session). */
import { uploadsKey } from "../../../session/index.ts";
import { isLive, type QueueItem, queue } from "../state.ts";

type Listed = Record<string, string[]>;

function listOf(items: readonly QueueItem[]): Listed {
  const list: Listed = {};
  for (const { siteId, projectId, patientIdentifier, names } of items.filter(isLive)) {
    const key = `${siteId}-${projectId}-${patientIdentifier}`;
    list[key] = [...(list[key] ?? []), ...names.map(({ name }) => name)];
  }
  return list;
}

let kept = "{}";

/** Writes the list when it is another one than before; nothing is left of an empty one. */
export function keepList(): void {
  const list = JSON.stringify(listOf(queue.items));
  if (list === kept) return;
  kept = list;
  try {
    if (list === "{}") sessionStorage.removeItem(uploadsKey);
    else sessionStorage.setItem(uploadsKey, list);
  } catch {
    // Storage may be blocked: the queue itself knows what it holds.
  }
}

/** The page is closed or reloaded: its uploads end with it. */
export function forgetList(): void {
  kept = "{}";
  try {
    sessionStorage.removeItem(uploadsKey);
  } catch {
    // Blocked: then nothing was written either.
  }
}
