/**
 * kill -9 of the server, and cuts of the network, while two readers annotate with the page's own store: what was shown as saved is there,
 * nothing is there twice, and undo works. A drill of other size: ANNOTATION_KILLS=50.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getAnnotationChanges, type LogEntry } from "../../../src/protocol/annotation-log.ts";
import { answerAs, signIn, withDatabase } from "../../support/accounts.ts";
import { type AnnotationReader, noteAt, openReader, truthOf } from "../../support/annotation-readers.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { insertNight } from "../patients/recording-rows.ts";

const times = Number(process.env.ANNOTATION_KILLS ?? 2);
/** Acts of each reader between two failures, and a ms or two between acts. */
const actsBetween = 24;
const undone = 40;

const dataDir = mkdtempSync(join(tmpdir(), "connect-annotation-kill-"));
let server: RunningServer;
let token: string;
let recording: number;
beforeAll(async () => {
  server = await startServer({ dataDir });
  token = (await signIn(server.url)).token;
  recording = await withDatabase(dataDir, (pool) => insertNight(pool, { end_ms: 61_000 }));
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes, changes, deletes, undoes and redoes; the texts it made, each once. */
class Hand {
  private made = 0;
  readonly texts: string[] = [];
  /** Of annotations that were shown as saved, by the text they were made with. */
  readonly saved = new Map<string, number>();
  /** Deleted or taken back, by anybody: not looked for at the end. */
  readonly touched = new Set<number>();
  constructor(
    readonly reader: AnnotationReader,
    readonly name: string,
    private readonly random: (below: number) => number,
  ) {}

  act(): void {
    const { store } = this.reader;
    const rows = store.table.inOrder();
    const group = store.state.current as number;
    const what = this.random(10);
    if (what < 6 || rows.length === 0) {
      const text = `${this.name} ${++this.made}`;
      this.texts.push(text);
      store.create(noteAt(text, 1000 + this.random(60_000)), group);
    } else if (what < 8) {
      // The text stays: by it an annotation is told from all others.
      const ref = store.table.refOf(rows[this.random(rows.length)]);
      const { annotation_text } = store.table.get(ref) as { annotation_text: string };
      store.modify(ref, noteAt(annotation_text, 1000 + this.random(60_000)));
    } else if (what === 8) store.undo(true);
    else store.redo(true);
    this.look();
  }

  /** What the page tells as saved: it has an id, and nothing waits. */
  look(): void {
    const { table, state } = this.reader.store;
    for (const row of table.inOrder()) {
      const { ref, annotation_text } = table.at(row);
      if (ref > 0 && state.unsent === 0) this.saved.set(annotation_text, ref);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it.each([
  "kill",
  "cut",
] as const)("loses nothing that was shown as saved, and has nothing twice, over a %s at random moments", {
  timeout: 60_000 * (1 + times),
}, async (failure) => {
  let seed = failure === "kill" ? 4711 : 815;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const hands: Hand[] = [];
  for (const name of ["A", "B"]) {
    const reader = await openReader(server.url, token, recording);
    await reader.settled();
    hands.push(new Hand(reader, `${failure} ${name}`, random));
  }
  const before = (await truthOf(server.url, token, recording)).length;
  for (let k = 0; k < times; k++) {
    const at = random(actsBetween);
    let down: Promise<void> | null = null;
    for (let n = 0; n < actsBetween; n++) {
      for (const hand of hands) hand.act();
      await pause(random(12));
      if (n !== at) continue;
      if (failure === "kill") down = server.kill().then(() => server.restart());
      else {
        const { link } = hands[random(2)].reader;
        link[random(2) === 0 ? "isCut" : "losesAnswers"] = true;
        down = pause(random(150)).then(() => {
          link.isCut = false;
          link.losesAnswers = false;
        });
      }
    }
    await down;
    // In half of the rounds the next failure comes while the last one is still made up for.
    if (random(2) === 0) for (const { reader } of hands) await reader.settled();
    for (const hand of hands) hand.look();
  }
  for (const { reader } of hands) await reader.settled();
  for (const hand of hands) hand.look();

  const log = await allOf(server.url, token, recording);
  // Each annotation was made by one entry, and each number of a queue was done once.
  const texts = log.flatMap(({ act, what, after }) =>
    what === "annotation" && act === "create" ? [after?.annotation_text] : [],
  );
  expect(new Set(texts).size).toBe(texts.length);
  const numbers = log.flatMap(({ client, number }) => (client === null ? [] : [`${client} ${number}`]));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, k) => k + 1));
  // What was made here is in the log, and what was shown as saved has the id it was shown with.
  for (const { texts: mine, saved } of hands) {
    expect(mine.filter((text) => !texts.includes(text))).toEqual([]);
    for (const [text, id] of saved)
      if (mine.includes(text))
        expect(
          log.some((one) => one.act === "create" && one.id === id && one.after?.annotation_text === text),
          text,
        ).toBe(true);
  }
  expect((await truthOf(server.url, token, recording)).length).toBeGreaterThan(before);

  // Undo takes back what was done before the failures, one step after the other, and both readers see it.
  for (const { reader } of hands) {
    for (let k = 0; reader.store.state.undo !== null && k < undone; k++) reader.store.undo(true);
    await reader.settled();
  }
  for (const { reader } of hands) await reader.settled();
  expect(hands[0].reader.seen().sort()).toEqual(await truthOf(server.url, token, recording));
  for (const { reader, name } of hands) {
    const last = `last of ${name}`;
    // Both changed the same annotation: told, with theirs, and nothing else was refused.
    expect(reader.store.state.refused.filter(({ code }) => code !== "annotation_changed")).toEqual([]);
    const { store } = reader;
    const made = store.create(noteAt(last, 2000), store.state.current as number);
    await reader.settled();
    const isThere = async () =>
      (await truthOf(server.url, token, recording)).some((row) => row.includes(JSON.stringify(last)));
    expect([store.table.get(made)?.annotation_text, await isThere()]).toEqual([last, true]);
    store.undo();
    await reader.settled();
    expect(await isThere()).toBe(false);
    reader[Symbol.dispose]();
  }
});

async function allOf(url: string, token: string, dataObjectId: number) {
  const all: LogEntry[] = [];
  for (;;) {
    const after = all.at(-1)?.sequence ?? 0;
    const { entries, sequence } = await answerAs(url, token, getAnnotationChanges, {
      data_object_id: dataObjectId,
      after,
    });
    all.push(...entries);
    if (after >= sequence || (all.at(-1)?.sequence ?? 0) >= sequence) return all;
  }
}
