import { expect, it } from "vitest";
import type { Integrity } from "./integrity.ts";
import { integrityJobs } from "./integrity-jobs.ts";

/** Looks at so many recordings; those of `refusing` cannot be looked at. */
async function lookAt(count: number, refusing: readonly number[]) {
  const looked: number[] = [];
  const logged: [string, object][] = [];
  const note = (facts: object, event: string) => void logged.push([event, facts]);
  const integrity = {
    all: async () => Array.from({ length: count }, (_, k) => k + 1),
    tidy: async () => undefined,
    async look(id: number) {
      looked.push(id);
      if (refusing.includes(id)) throw Object.assign(new Error("permission denied"), { code: "EACCES" });
      return false;
    },
  } as Partial<Integrity> as Integrity;
  const [look] = integrityJobs(integrity, { info: note, warn: note });
  const context = { signal: new AbortController().signal, progress: () => undefined };
  const run = look.run({ payload: {} } as never, context as never);
  const failed = await Promise.resolve(run).then(
    () => null,
    (error: Error) => error.message,
  );
  return { looked, logged, failed };
}

it("a recording that cannot be looked at is told, and keeps nobody from the others", async () => {
  const { looked, logged, failed } = await lookAt(4, [2]);
  expect([looked, failed]).toEqual([[1, 2, 3, 4], null]);
  expect(logged).toMatchObject([
    ["recording.unseen", { recordingId: 2, err: { code: "EACCES" } }],
    ["recordings.looked_over", { recordings: 3 }],
  ]);
});

it("when none can be looked at the whole look fails, and is tried again", async () => {
  const { looked, failed } = await lookAt(9, [4, 5, 6, 7, 8, 9]);
  expect([looked, failed]).toEqual([[1, 2, 3, 4, 5, 6], "permission denied"]);
});
