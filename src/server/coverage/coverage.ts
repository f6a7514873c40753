/** Adding to what one has seen of a recording, and reading what everybody has. */
import { arePairs, before, longest, type SecondSet, unionOf } from "../../domain/coverage/second-sets.ts";
import {
  type addCoverage,
  type CoverageRefusal,
  type CoverageRow,
  coverageDepths,
  coverageLimits,
  coveragePages,
  type getCoverage,
} from "../../protocol/coverage.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { coverageText } from "../../protocol/text/coverage-text.ts";
import { text } from "../../protocol/text/text.ts";
import { type ChangeDeps, change } from "../identity/change.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { type Rate, TokenBucket } from "../platform/token-bucket.ts";
import {
  type CoveredRecording,
  findRecording,
  keyOf,
  listCoverage,
  lockOwn,
  type StoredSeen,
  updateOwn,
} from "./store.ts";

const { refused } = coverageText;
const refuse = (status: number, code: CoverageRefusal, sentence: string): Refused =>
  new Refused(status, sentence, undefined, { code });

/** In calls of one person: a page sends one every ten seconds, and what it kept at once. */
export const coverageRate: Rate = { perSecond: 1, burst: 60 };
/** Who has not called for the longest is forgotten, once there are so many. */
const mostKept = 10_000;

export interface CoverageDeps extends ChangeDeps {
  readonly buckets: Map<number, TokenBucket>;
}

function takeRate({ buckets }: CoverageDeps, userId: number): void {
  const bucket = buckets.get(userId) ?? new TokenBucket(coverageRate, () => performance.now());
  buckets.delete(userId);
  buckets.set(userId, bucket);
  if (buckets.size > mostKept) buckets.delete(buckets.keys().next().value as number);
  if (!bucket.take()) throw refuse(429, "too_many_changes", refused.tooFast);
}

/** Adds to the caller's own. @throws Refused 400, 404 for a recording that the caller does not see, 429 */
export async function addSeen(
  deps: CoverageDeps,
  caller: Caller,
  { data_object_id, seen }: BodyOf<typeof addCoverage>,
): Promise<AnswerOf<typeof addCoverage>> {
  takeRate(deps, caller.session.userId);
  if (!seen.every(({ spans }) => arePairs(spans))) throw refuse(400, "bad_coverage", refused.bad);
  let recording: CoveredRecording | null = null;
  let stored: StoredSeen = {};
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      const { seconds, patientKey } = recording as unknown as CoveredRecording;
      await updateOwn(tx, editor.userId, data_object_id, joined(stored, seen, seconds));
      return {
        answer: {},
        facts: { recording_id: data_object_id, patient_key: patientKey },
        grows: `coverage of recording ${data_object_id}`,
      };
    },
    {
      async lock(tx) {
        recording = await findRecording(tx, caller.session, data_object_id);
        if (recording === null) throw refuse(404, "recording_not_found", text.notFound.recording);
        stored = await lockOwn(tx, caller.session.userId, data_object_id);
      },
    },
  );
}

/** What was there and what comes, within the recording and the bounds. */
function joined(stored: StoredSeen, added: readonly CoverageRow[], seconds: number): StoredSeen {
  const out: Record<string, SecondSet> = { ...stored };
  for (const row of added) {
    const set = before(unionOf(out[keyOf(row)] ?? [], row.spans), seconds);
    out[keyOf(row)] = longest(set, coverageLimits.kept);
  }
  return out;
}

/** @throws Refused 404 for a recording that the caller does not see */
export async function readSeen(
  { db }: Pick<CoverageDeps, "db">,
  { session }: Caller,
  { data_object_id }: BodyOf<typeof getCoverage>,
): Promise<{ answer: AnswerOf<typeof getCoverage>; patientKey: number }> {
  const recording = await findRecording(db, session, data_object_id);
  if (recording === null) throw refuse(404, "recording_not_found", text.notFound.recording);
  const people = (await listCoverage(db, session.userId, data_object_id)).map(({ userId, name, at, seen }) => ({
    ...{ full_name: name, is_own: userId === session.userId, at },
    seen: coveragePages.flatMap((page) =>
      coverageDepths.flatMap((depth) => {
        const spans = seen[keyOf({ page, depth })] ?? [];
        return spans.length === 0 ? [] : [{ page, depth, spans: [...spans] }];
      }),
    ),
  }));
  return { answer: { people }, patientKey: recording.patientKey };
}
