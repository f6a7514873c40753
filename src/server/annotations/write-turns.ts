/**
 * Whose change goes to the database next, before anything of the database is taken: a recording's changes run one after the other there, and
 * one that waited with a connection in hand would keep it from everybody else of the node.
 */
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { Lanes } from "../platform/lanes.ts";
import { refuse } from "./refusals.ts";

/** Of one person: calls at work or next for a recording, and calls that wait for that. */
export const turnLimits = { perPerson: 2, waiting: 60 } as const;

export class WriteTurns {
  private readonly people = new Lanes(turnLimits.perPerson);
  private readonly recordings = new Lanes(1);

  /** @throws Refused 429 when too many of this person wait; what `work` throws */
  async run<T>(userId: number, recordingId: number, work: () => Promise<T>): Promise<T> {
    if (this.people.waiting(userId) >= turnLimits.waiting)
      throw refuse("too_many_changes", annotationServerText.refused.tooFast);
    return this.people.run(userId, () => this.recordings.run(recordingId, work));
  }
}
