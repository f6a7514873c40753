/** How far readers of events agree, the file of a session, and many reviews. */
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it, vi } from "vitest";
import * as calls from "../../../src/protocol/annotation-reviews.ts";
import { setPermissions, setScope } from "../../support/accounts.ts";
import { type AnnotationsWorld, addRecording, type Person } from "./annotations-world.ts";
import {
  begun,
  changesOf,
  makeEvents as eventsIn,
  other,
  type Readers,
  reviewsOf,
  save,
  whole,
  withReaders,
} from "./reviews-world.ts";

let readers: Readers;
let world: AnnotationsWorld;
let ann: Person;
let ben: Person;
let cem: Person;
let overseer: Person;
withReaders((made) => {
  readers = made;
  ({ world, ann, ben, cem, overseer } = made);
});
/** Something is lost in the moment in which the answer's reviews are read. */
function losingMeanwhile(lose: () => Promise<unknown>): void {
  const dialect = new PgDialect();
  const execute = world.drizzle.execute.bind(world.drizzle);
  const spy = vi.spyOn(world.drizzle, "execute").mockImplementation((async (question: SQL) => {
    if (dialect.sqlToQuery(question).sql.includes("r.blind_responses")) {
      spy.mockRestore();
      await lose();
    }
    return execute(question);
  }) as never);
}
const makeEvents = (count: number) => eventsIn(readers, count);
const makeEvent = async () => {
  const { recording, session, ids } = await makeEvents(1);
  return { recording, session, id: ids[0] };
};

describe("agreement", () => {
  it("is of complete reviews as they were before answers of others could be seen, for who plans the projects", async () => {
    const { ids, session, recording } = await makeEvents(4);
    await save(ann, ids[0], whole);
    await save(ben, ids[0], { ...whole, iic_pattern_location: "Right", iic_pattern_prevalence: 80 });
    // Ben gives in once he sees what Ann says: it counts what he said before.
    await ben.ask(calls.revealAnnotationReviews, { annotation_id: ids[0] });
    await save(ben, ids[0], whole);
    for (const who of [ann, ben, cem]) await save(who, ids[1], other);
    await save(ann, ids[2], whole);
    await save(ben, ids[2], begun);
    await save(cem, ids[3], begun);
    const told = await overseer.ask(calls.getReviewAgreement, { annotation_group_id: session });
    expect([told.events, told.single_events]).toEqual([2, 1]);
    expect(told.readers.map(({ user_id }) => user_id).sort()).toEqual([ann, ben, cem].map((one) => one.user.id).sort());
    const field = (id: string) => told.fields.find((one) => one.field === id);
    expect(field("iic_pattern_type")).toMatchObject({ events: 2, pairs: 4, agreement: { value: 1 } });
    expect(field("iic_pattern_location")).toMatchObject({ events: 1, agreement: { value: 0 } });
    expect(field("iic_pattern_prevalence")).toMatchObject({
      mean_absolute_difference: 30,
      mean_difference: { value: -30 },
    });
    expect(told.disagreements.map((one) => [one.annotation_id, one.start_time, one.field])).toEqual([
      [ids[0], 2000, "iic_pattern_location"],
      [ids[0], 2000, "iic_pattern_prevalence"],
    ]);
    expect(told.disagreements[0]).toMatchObject({ first: { response: "Left" }, second: { response: "Right" } });
    expect(told.disagreement_count).toBe(2);
    const part = await overseer.ask(calls.getReviewAgreement, { annotation_ids: [ids[1]] });
    expect([part.events, part.disagreements]).toEqual([1, []]);
    const { rows } = await world.pool.query("select facts from user_action where user_id = $1 and kind = 'reading'", [
      overseer.user.id,
    ]);
    expect(rows).toContainEqual({ facts: expect.objectContaining({ recording_id: recording }) });
  });

  it("is told to nobody who has lost the patient, or the permission, by then", async () => {
    const { ids, session } = await makeEvents(1);
    for (const who of [ann, ben]) await save(who, ids[0], whole);
    const person = await world.someone(["visualize_data", calls.reviewOverseer]);
    const { id, roleId } = person.user;
    const ask = () => person.refused(calls.getReviewAgreement, { annotation_group_id: session });
    losingMeanwhile(() => setScope(world.pool, id, { ...world.places, siteIds: [] }));
    expect(await ask()).toEqual([404, "group_not_found"]);
    await setScope(world.pool, id, world.places);
    expect(await ask()).toEqual([200, undefined]);
    losingMeanwhile(() => setPermissions(world.pool, roleId, ["visualize_data"]));
    expect(await ask()).toEqual([403, undefined]);
  });

  it("names a session or a list of one recording", async () => {
    const [one, two] = [await makeEvent(), await makeEvent()];
    const ask = (body: object) => overseer.refused(calls.getReviewAgreement, body);
    expect(await ask({})).toEqual([400, "bad_review"]);
    expect(await ask({ annotation_group_id: one.session, annotation_ids: [one.id] })).toEqual([400, "bad_review"]);
    expect(await ask({ annotation_ids: [one.id, two.id] })).toEqual([400, "bad_annotation"]);
    expect((await ask({ annotation_ids: [] }))[0]).toBe(400);
  });
});

describe("the file of a session", () => {
  const fileOf = (annotation_group_id: number, { token }: Person) =>
    world.app.http.inject({
      method: "GET",
      url: `${calls.exportAnnotationReviews.path}?annotation_group_id=${annotation_group_id}`,
      headers: { authorization: token, host: new URL(world.url).host },
    });

  it("holds what the reader may know, or all for who plans the projects", async () => {
    const { ids, session } = await makeEvents(2);
    await save(ann, ids[0], whole);
    await save(ben, ids[0], other);
    for (const who of [ann, ben]) await who.ask(calls.revealAnnotationReviews, { annotation_id: ids[0] });
    await save(ann, ids[1], other);
    await save(ben, ids[1], begun);
    const linesOf = async (who: Person) => {
      const { statusCode, body, headers } = await fileOf(session, who);
      expect([statusCode, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
      expect(headers["content-disposition"]).toContain("Default Session reviews.csv");
      const lines = body.slice(1).split("\r\n").slice(1, -1);
      return lines.map((line) => line.split(",")).map((cells) => [Number(cells[0]), cells[7], cells[9], cells[10]]);
    };
    const [a, b] = [ann.user.email, ben.user.email];
    expect(await linesOf(ann)).toEqual([
      [ids[0], a, "yes", "yes"],
      [ids[0], b, "yes", "yes"],
      [ids[1], a, "yes", "yes"],
    ]);
    expect(await linesOf(ben)).toEqual([
      [ids[0], a, "yes", "yes"],
      [ids[0], b, "yes", "yes"],
      [ids[1], b, "no", "yes"],
    ]);
    await save(ben, ids[0], whole);
    expect(await linesOf(overseer)).toEqual([
      [ids[0], a, "yes", "yes"],
      [ids[0], b, "yes", "no"],
      [ids[1], a, "yes", "yes"],
      [ids[1], b, "no", "yes"],
    ]);
    expect(await linesOf(await world.someone(["visualize_data"]))).toEqual([]);
    const { rows } = await world.pool.query("select facts from user_action where user_id = $1 and action = $2", [
      overseer.user.id,
      calls.exportAnnotationReviews.path,
    ]);
    expect(rows).toMatchObject([{ facts: { annotation_group_id: session, is_whole: true } }]);
    expect((await fileOf(session, await world.someone(["create_annotations"]))).statusCode).toBe(403);
  });

  it("holds no blinded review for who plans no projects by the time it is sent", async () => {
    const { ids, session } = await makeEvents(1);
    await save(ann, ids[0], whole);
    const person = await world.someone(["visualize_data", calls.reviewOverseer]);
    losingMeanwhile(() => setPermissions(world.pool, person.user.roleId, ["visualize_data"]));
    const { statusCode, body } = await fileOf(session, person);
    expect([statusCode, body.includes(ann.user.email)]).toEqual([403, false]);
    expect((await fileOf(session, person)).statusCode).toBe(200);
  });
});

describe("many reviews", () => {
  it("are told in pages, in a list, as a file and as an agreement, and refused above what one answer holds", async () => {
    const recording = await addRecording(world, world.places);
    const [{ id: session }] = await ann.open(recording);
    const { pool } = world;
    const count = calls.reviewLimits.changed + 100;
    const { rows: made } = await pool.query<{ id: number }>(
      `insert into annotation (recording_id, group_id, made_by, revision, start_ms, end_ms, title, description, kind, style)
       select $1, $2, $3, 1, 1000 + n, 1001 + n, 'E', '', 'note', '{"modalities":[],"tags":[]}' from generate_series(1, $4::int) n returning id`,
      [recording, session, ann.user.id, count],
    );
    const ids = made.map(({ id }) => id);
    const reviewers = [ann.user.id, ben.user.id, 900_001, 900_002, 900_003];
    await pool.query("insert into annotation_review_head (recording_id, revision) values ($1, $2)", [
      recording,
      reviewers.length * count,
    ]);
    await pool.query(
      `insert into annotation_review (recording_id, annotation_id, user_id, revision, is_complete, responses, blind_responses, unblinded_at)
       select $1, id, reader, row_number() over (order by reader, id), true, $3, $3, now()
       from annotation, unnest($2::int[]) reader where recording_id = $1`,
      [recording, reviewers, JSON.stringify(whole)],
    );
    const seen = new Map<number, calls.ReviewedEvent>();
    for (let after = 0, hasMore = true; hasMore; ) {
      const page = await changesOf(ann, recording, after);
      for (const event of page.events) seen.set(event.annotation_id, event);
      [after, hasMore] = [page.revision, page.has_more];
    }
    expect(seen.size).toBe(count);
    expect([...seen.values()].every(({ reviews, is_unblinded }) => reviews.length === 5 && is_unblinded)).toBe(true);
    expect(await reviewsOf(ben, ...ids.slice(0, 300))).toHaveLength(1500);
    expect(await ben.refused(calls.getAnnotationReviews, { annotation_ids: ids })).toEqual([409, "too_many_reviews"]);
    const tooLong = Array.from({ length: calls.reviewLimits.annotations + 1 }, (_, k) => k + 1);
    expect((await ben.refused(calls.getAnnotationReviews, { annotation_ids: tooLong }))[0]).toBe(400);
    // People without an account any more have no name, and their answers count.
    const told = await overseer.ask(calls.getReviewAgreement, { annotation_group_id: session });
    expect([told.events, told.disagreement_count, told.readers.length]).toEqual([count, 0, 2]);
    expect(told.fields[0].pairs).toBe(10 * count);
  }, 120_000);
});
