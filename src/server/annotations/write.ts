/** One change of a recording's annotations: the rate, its turn, the lock of the recording, the audit, and the news of it after the commit. */
import type { Permission } from "../../protocol/permissions.ts";
import { type ChangeDeps, change, type Editor } from "../identity/change.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { demandHeld, type Head, lockRecording } from "./access.ts";
import type { MovedTeller } from "./moved-teller.ts";
import type { PartCache } from "./part-cache.ts";
import type { AnnotationRates } from "./rates.ts";
import type { WriteTurns } from "./write-turns.ts";

export interface AnnotationDeps extends ChangeDeps {
  rates: AnnotationRates;
  turns: WriteTurns;
  moved: MovedTeller;
  parts: PartCache;
}

/** Inside the transaction of a change. */
export interface Writing {
  readonly tx: Queries;
  readonly editor: Editor;
  /** As it was when the lock was taken. */
  readonly head: Head;
}

export interface Written<Answer> {
  readonly answer: Answer;
  /** Of the log, after it. */
  readonly sequence: number;
  /** Acts on whole sessions have rows of their own in the audit; internal ids only. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * Nobody writes what they may not view: answers about conflicts show it. `changes`: how many the call asks for. Nothing of the database is
 * taken before it is the call's turn.
 * @throws Refused by `work`; 403, 404 for a recording that the caller does not see, 429
 */
export async function write<Answer>(
  deps: AnnotationDeps,
  caller: Caller,
  recordingId: number,
  work: (writing: Writing) => Promise<Written<Answer>>,
  changes = 1,
): Promise<Answer> {
  const { userId, permissions } = caller.session;
  deps.rates.take(userId, changes);
  demandHeld(permissions, needed);
  return deps.turns.run(userId, recordingId, () => writeNow(deps, caller, recordingId, work));
}

const needed: Permission = "visualize_data";

async function writeNow<Answer>(
  deps: AnnotationDeps,
  caller: Caller,
  recordingId: number,
  work: (writing: Writing) => Promise<Written<Answer>>,
): Promise<Answer> {
  let head: Head | undefined;
  let sequence = 0;
  const answer = await change(
    deps,
    caller,
    async ({ tx, editor }) => {
      demandHeld(editor.permissions, needed);
      const now = head as Head;
      const written = await work({ tx, editor, head: now });
      sequence = written.sequence;
      const facts = { recording_id: recordingId, patient_key: now.patientKey, ...written.facts };
      return {
        answer: written.answer,
        facts,
        ...(written.facts === undefined ? { grows: `annotations of recording ${recordingId}` } : {}),
      };
    },
    {
      async lock(tx) {
        head = await lockRecording(tx, caller.session, recordingId);
      },
    },
  );
  if (sequence > (head?.sequence ?? 0)) deps.moved.tell(recordingId, sequence);
  return answer;
}
