/** What waits in this browser to be saved, of whoever is signed in. */
import { proxy, ref } from "valtio";
import { onSessionChange, sessionOwner } from "../session/index.ts";
import { browserKeeper, takeQueue } from "./kept-changes.ts";
import { failureOf, sendChanges } from "./send-changes.ts";
import { countKept, discardLeft, type LeftDeps, type LeftFile, sendLeft } from "./send-left.ts";

/** While something is left it is tried this often. */
const againMs = 60_000;
const deps: LeftDeps = { keeper: browserKeeper, takeQueue, send: sendChanges, failureOf };

/** A proxy; written here alone. */
export const unsent = proxy<{ files: readonly LeftFile[] }>({ files: [] });

let running: Promise<void> | null = null;
let isAskedAgain = false;
let again: ReturnType<typeof setTimeout> | undefined;

/** Sends what earlier pages left, and says what stays. One run at a time; a browser that keeps nothing has nothing. */
export function sendUnsent(): Promise<void> {
  isAskedAgain = running !== null;
  running ??= run().finally(() => {
    running = null;
    if (isAskedAgain) void sendUnsent();
  });
  return running;
}

async function run(): Promise<void> {
  clearTimeout(again);
  const owner = sessionOwner();
  const files = owner === null ? [] : await sendLeft(owner, deps).catch(() => []);
  if (sessionOwner() !== owner) return;
  unsent.files = files.map((file) => ref(file));
  if (files.length > 0) again = setTimeout(() => void sendUnsent(), againMs);
}

/**
 * Takes a queue for a page, which tells of it itself from then on, and the bar no more. What is being sent here is waited for; null: another
 * tab has it, or another page of this one.
 */
export async function takeForPage(client: string): Promise<(() => void) | null> {
  let release = await takeQueue(client);
  while (release === null && running !== null) {
    await running;
    release = await takeQueue(client);
  }
  if (release !== null && (running !== null || unsent.files.length > 0)) void sendUnsent();
  return release;
}

/** How many changes of this account are not saved, in all tabs. */
export async function countUnsent(): Promise<number> {
  const owner = sessionOwner();
  return owner === null ? 0 : countKept(owner, browserKeeper).catch(() => 0);
}

/** What is left of a recording, as a file that a person, or a program, can read. */
export async function exportUnsent(dataObjectId: number): Promise<string> {
  const owner = sessionOwner();
  const clients = owner === null ? new Map() : await browserKeeper.kept({ owner, dataObjectId });
  return JSON.stringify({ data_object_id: dataObjectId, changes: [...clients.values()].flat() }, null, 2);
}

export async function discardUnsent(dataObjectId: number): Promise<void> {
  const owner = sessionOwner();
  // What is being sent has its queue, and would not be discarded.
  await running;
  if (owner !== null) await discardLeft(owner, dataObjectId, deps);
  await sendUnsent();
}

/** From now on what is left is sent when somebody signs in, the link comes back, or the page is looked at again. */
export function tieUnsent(): void {
  let owner: string | null = null;
  onSessionChange(() => {
    const now = sessionOwner();
    if (now === owner) return;
    owner = now;
    unsent.files = [];
    void sendUnsent();
  });
  window.addEventListener("online", () => void sendUnsent());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && unsent.files.length > 0) void sendUnsent();
  });
}
