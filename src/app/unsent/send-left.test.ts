import { expect, it } from "vitest";
import type { AnnotationChange, ChangeOutcome } from "../../protocol/annotation-log.ts";
import { byClient, byRecording, type ChangeKeeper, type KeptChange } from "./kept-changes.ts";
import { countKept, discardLeft, type LeftDeps, sendLeft } from "./send-left.ts";
import type { SendFailure } from "./write-queue.ts";

const change = (number: number): AnnotationChange => ({
  number,
  act: { act: "delete", target: { id: number }, revision: 1 },
});

/** A browser in which `rows` were left: owner, recording, client and numbers of changes. */
function world(rows: readonly (readonly [owner: string, dataObjectId: number, client: string, numbers: number[]])[]) {
  let all: KeptChange[] = rows.flatMap(([owner, dataObjectId, client, numbers]) =>
    numbers.map((number) => ({ owner, dataObjectId, client, change: change(number) })),
  );
  const keeper: ChangeKeeper = {
    async keep(more) {
      all.push(...more);
    },
    async forget(client, numbers) {
      all = all.filter((one) => one.client !== client || !numbers.includes(one.change.number));
    },
    kept: async ({ owner, dataObjectId }) =>
      byClient(all.filter((one) => one.owner === owner && one.dataObjectId === dataObjectId)),
    all: async (owner) => byRecording(all.filter((one) => one.owner === owner)),
  };
  const locked = new Set<string>();
  const sent: unknown[] = [];
  const how: { failure: SendFailure | null; refused: ReadonlySet<number> } = { failure: null, refused: new Set() };
  const deps: LeftDeps = {
    keeper,
    async takeQueue(client) {
      if (locked.has(client)) return null;
      locked.add(client);
      return () => locked.delete(client);
    },
    async send(owner, dataObjectId, client, changes) {
      sent.push([owner, dataObjectId, client, changes.map(({ number }) => number)]);
      if (how.failure !== null) throw new Error("failed");
      return changes.map(
        ({ number }): ChangeOutcome =>
          how.refused.has(number)
            ? { number, outcome: "refused", code: "annotation_changed", sentence: "Changed since." }
            : { number, outcome: "done", id: number, revision: 1 },
      );
    },
    failureOf: () => how.failure ?? { kind: "away" },
  };
  return { deps, how, locked, sent, left: () => all.map((one) => [one.owner, one.client, one.change.number]) };
}

it("sends what an account left of every recording, in order, and nobody else's", async () => {
  const { deps, sent, left, locked } = world([
    ["1/ada", 5, "a", [1, 2]],
    ["1/ada", 6, "b", [1]],
    ["1/bo", 5, "c", [1]],
    ["2/ada", 5, "d", [1]],
  ]);
  expect(await countKept("1/ada", deps.keeper)).toBe(3);
  expect(await sendLeft("1/ada", deps)).toEqual([]);
  expect(sent).toEqual([
    ["1/ada", 5, "a", [1, 2]],
    ["1/ada", 6, "b", [1]],
  ]);
  expect(left()).toEqual([
    ["1/bo", "c", 1],
    ["2/ada", "d", 1],
  ]);
  expect(locked.size).toBe(0);
});

it("leaves a queue to the page that has it", async () => {
  const { deps, sent, locked } = world([["1/ada", 5, "a", [1]]]);
  locked.add("a");
  expect(await sendLeft("1/ada", deps)).toEqual([]);
  expect([sent, await countKept("1/ada", deps.keeper)]).toEqual([[], 1]);
});

it("keeps what cannot be sent and what is refused, and says why, until it is discarded", async () => {
  const { deps, how, left } = world([["1/ada", 5, "a", [1, 2, 3]]]);
  how.failure = { kind: "away" };
  expect(await sendLeft("1/ada", deps)).toEqual([{ dataObjectId: 5, count: 3, reason: null }]);
  how.failure = { kind: "away", sentence: "You may not annotate." };
  expect(await sendLeft("1/ada", deps)).toEqual([{ dataObjectId: 5, count: 3, reason: "You may not annotate." }]);
  how.failure = null;
  how.refused = new Set([2]);
  expect(await sendLeft("1/ada", deps)).toEqual([{ dataObjectId: 5, count: 1, reason: "Changed since." }]);
  expect(left()).toEqual([["1/ada", "a", 2]]);
  await discardLeft("1/ada", 5, deps);
  expect(left()).toEqual([]);
});
