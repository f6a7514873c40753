/** Reviews of events: whose they are, what they may say, and what others are told of them. How far readers agree: event-reviews-agreement.test.ts. */
import { describe, expect, it } from "vitest";
import * as calls from "../../../src/protocol/annotation-reviews.ts";
import { createAnnotationGroup, deleteAnnotationGroup } from "../../../src/protocol/annotations.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { eventReviewText } from "../../../src/protocol/text/event-review-text.ts";
import { setPermissions } from "../../support/accounts.ts";
import { type AnnotationsWorld, addRecording, content, type Person, writing } from "./annotations-world.ts";
import { viewNews } from "./news-world.ts";
import {
  begun,
  changesOf,
  makeEvents as eventsIn,
  other,
  type Readers,
  type Responses,
  review,
  reviewsOf,
  save,
  whole,
  withReaders,
} from "./reviews-world.ts";

const { rules } = eventReviewText;

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

const refused = (who: Person, id: number, responses: Responses, more: object = {}) =>
  who.refused(calls.addAnnotationReview, review(id, responses, more));
const responsesOf = ({ form }: calls.AnnotationReview) => Object.fromEntries(form.map((one) => [one.id, one.response]));
const makeEvents = (count: number) => eventsIn(readers, count);
const makeEvent = async () => {
  const { recording, session, ids } = await makeEvents(1);
  return { recording, session, id: ids[0] };
};

describe("a review", () => {
  it("is one of an annotation and a reader, saved in place of the one before, and complete when the server says so", async () => {
    const { id, recording } = await makeEvent();
    const first = await save(ann, id, begun, { is_complete: true, user_id: ben.user.id, id: 77 });
    expect(first).toMatchObject({
      ...{ annotation_id: id, review_type_id: 1, user_id: ann.user.id, user_email: ann.user.email },
      ...{ is_complete: false, revision: 1 },
    });
    expect(first.form.map(({ type, response }) => [type, response])).toEqual([
      ["single-select", "LRDA"],
      ["single-select", null],
      ["number", null],
      ["number", null],
      ["number", null],
      ["datetime", null],
    ]);
    const second = await save(ann, id, whole);
    expect(second).toMatchObject({ id: first.id, is_complete: true, revision: 2 });
    expect(responsesOf(second)).toEqual(whole);
    expect(second.timestamp).toBeGreaterThanOrEqual(first.timestamp);
    expect(await save(ann, id, other)).toMatchObject({ id: first.id, is_complete: true, revision: 3 });
    expect(await reviewsOf(ann, id)).toMatchObject([{ id: first.id, revision: 3 }]);
    const { rows } = await world.pool.query("select facts, times from user_action where user_id = $1 and action = $2", [
      ann.user.id,
      calls.addAnnotationReview.path,
    ]);
    expect(rows).toContainEqual({ facts: expect.objectContaining({ recording_id: recording }), times: 3 });
    expect(JSON.stringify(rows)).not.toContain("LRDA");
  });

  it("may be sent back with all that a form asks", async () => {
    const { id } = await makeEvent();
    const told = await save(ann, id, whole);
    const again = await ann.ask(calls.addAnnotationReview, { annotation_review: told });
    expect(responsesOf(again)).toEqual(whole);
  });

  it.each<[string, Responses | object, string]>([
    ["a prevalence above 100", { iic_pattern_prevalence: 101 }, rules.prevalence],
    ["a prevalence with decimals", { iic_pattern_prevalence: 5.5 }, rules.prevalence],
    ["a prevalence that is a text", { iic_pattern_prevalence: "5" }, rules.prevalence],
    ["a frequency above 5", { iic_pattern_max_frequency: 5.1 }, rules.maxFrequency],
    ["a frequency finer than a tenth", { iic_pattern_predominant_frequency: 1.25 }, rules.predominantFrequency],
    ["another pattern", { iic_pattern_type: "SIRPIDs" }, rules.pattern],
    ["another location", { iic_pattern_location: "left" }, rules.location],
    ["a time that is a text", { iic_pattern_time_of_max_frequency: "now" }, rules.time],
    ["features beside Other", { ...whole, ...other }, rules.otherHasFeatures],
    ["another field", { remark: "patient" }, rules.unknownField],
    ["a field of the language", { constructor: 1 }, rules.unknownField],
  ])("is refused in a sentence with %s", async (_, responses, sentence) => {
    const { id } = await makeEvent();
    const body = review(id, responses as Responses);
    const { status, text } = await world.call(calls.addAnnotationReview, body, { token: ann.token });
    expect([status, JSON.parse(text)]).toEqual([400, { errorMessage: sentence, code: "bad_review" }]);
    expect(await reviewsOf(ann, id)).toEqual([]);
  });

  it("is refused when it is too long, answers twice, or is no review", async () => {
    const { id } = await makeEvent();
    const form = [{ id: "iic_pattern_type", response: "LRDA" }];
    const bodies: unknown[] = [
      { annotation_review: { annotation_id: id, form: [...form, ...form] } },
      { annotation_review: { annotation_id: id, form: Array.from({ length: 21 }, () => form[0]) } },
      { annotation_review: { annotation_id: id, form: [{ id: "iic_pattern_type", response: "x".repeat(201) }] } },
      { annotation_review: { annotation_id: id, form: [{ id: "x".repeat(65), response: 1 }] } },
      { annotation_review: { annotation_id: id, form: [{ id: "iic_pattern_type", response: { a: 1 } }] } },
      { annotation_review: { annotation_id: id, form: [{ id: "iic_pattern_prevalence", response: 1e300 }] } },
      { annotation_review: { annotation_id: id, form, review_type_id: 2 } },
      { annotation_review: { annotation_id: id } },
      { annotation_review: { annotation_id: -1, form } },
      { annotation_review: { annotation_id: id, form }, client: "0".repeat(32) },
      { annotation_review: { annotation_id: id, form }, number: 1 },
      {},
    ];
    for (const body of bodies) {
      const { status } = await world.call(calls.addAnnotationReview, body, { token: ann.token });
      expect(status, JSON.stringify(body).slice(0, 80)).toBe(400);
    }
    const huge = { annotation_review: { annotation_id: id, form, note: "x".repeat(70_000) } };
    expect((await world.call(calls.addAnnotationReview, huge, { token: ann.token })).status).toBe(413);
    expect(await reviewsOf(ann, id)).toEqual([]);
  });

  it("is done once for a client and a number, also when another tab has saved in between", async () => {
    const { id } = await makeEvent();
    const key = { client: "a".repeat(32), number: 5 };
    const body = { ...review(id, begun), ...key };
    expect(await ann.ask(calls.addAnnotationReview, body)).toMatchObject({ revision: 1 });
    expect(await ann.ask(calls.addAnnotationReview, body)).toMatchObject({ revision: 1 });
    await save(ann, id, whole);
    const repeated = await ann.ask(calls.addAnnotationReview, body);
    expect([repeated.revision, responsesOf(repeated)]).toEqual([2, whole]);
    expect(await ann.refused(calls.addAnnotationReview, { ...review(id, other), ...key })).toEqual([
      409,
      "out_of_order",
    ]);
    // Numbers are each reader's own.
    expect(await ben.ask(calls.addAnnotationReview, { ...review(id, other), ...key })).toMatchObject({ revision: 3 });
  });

  it("that names what it was made from is refused with what there is", async () => {
    const { id } = await makeEvent();
    await save(ann, id, begun, { revision: null });
    const { status, text } = await world.call(calls.addAnnotationReview, review(id, whole, { revision: null }), {
      token: ann.token,
    });
    expect([status, JSON.parse(text)]).toMatchObject([409, { code: "review_changed", theirs: { revision: 1 } }]);
    expect(await save(ann, id, whole, { revision: 1 })).toMatchObject({ revision: 2 });
    expect(await refused(ann, id, other, { revision: 1 })).toEqual([409, "review_changed"]);
    expect((await reviewsOf(ann, id)).map(responsesOf)).toEqual([whole]);
  });

  it("is one row however many tabs save at the same moment", async () => {
    const { id, recording } = await makeEvent();
    const saved = await Promise.all(
      Array.from({ length: 12 }, (_, k) => save(ann, id, { ...whole, iic_pattern_prevalence: k })),
    );
    expect(new Set(saved.map((one) => one.id)).size).toBe(1);
    expect(saved.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(saved.map((_, k) => k + 1));
    const last = saved.find(({ revision }) => revision === 12) as calls.AnnotationReview;
    expect(await reviewsOf(ann, id)).toEqual([last]);
    const named = await Promise.all(Array.from({ length: 6 }, () => refused(ann, id, other, { revision: 12 })));
    expect(named.filter(([status]) => status === 200)).toHaveLength(1);
    expect((await changesOf(ann, recording)).revision).toBe(13);
  });

  it("goes with its annotation: deleted, brought back, and in another session", async () => {
    const { id, recording, session } = await makeEvent();
    await save(ann, id, whole);
    const { revision } = (await ann.list(session))[0];
    const deleted = await ann.act(recording, { act: "delete", target: { id }, revision });
    expect(await reviewsOf(ann, id)).toEqual([]);
    expect(await refused(ann, id, other)).toEqual([404, "annotation_not_found"]);
    // Told of still, so that nothing is to be read anew when it comes back.
    expect((await changesOf(ann, recording)).events).toHaveLength(1);
    await ann.act(recording, {
      ...{ act: "restore", target: { id }, group_id: session, content: content() },
      revision: (deleted as { revision: number }).revision,
    });
    expect((await reviewsOf(ann, id)).map(responsesOf)).toEqual([whole]);
    const elsewhere = await world.someone();
    const { id: second } = await elsewhere.ask(createAnnotationGroup, {
      ...{ data_object_id: recording, annotation_group_name: "Second" },
    });
    const now = (await ann.list(session))[0].revision;
    await ann.act(recording, { act: "modify", target: { id }, revision: now, group_id: second, content: content() });
    expect((await reviewsOf(ann, id)).map(responsesOf)).toEqual([whole]);
    await elsewhere.ask(deleteAnnotationGroup, { annotation_group_id: second });
    expect(await reviewsOf(ann, id)).toEqual([]);
    expect(await refused(ann, id, other)).toEqual([404, "annotation_not_found"]);
  });
});

describe("blinding", () => {
  it("lasts until the reader's own review and another one are complete, and they ask; before, nothing of others is told", async () => {
    const { id, recording } = await makeEvent();
    const eventsOf = async (who: Person) => (await changesOf(who, recording)).events;
    const eventOf = async (who: Person) => (await eventsOf(who))[0];
    const seenBy = async (who: Person) => (await reviewsOf(who, id)).map(({ user_id }) => user_id);
    const reveal = (who: Person) => who.ask(calls.revealAnnotationReviews, { annotation_id: id });
    const blind = (who: Person) => who.refused(calls.revealAnnotationReviews, { annotation_id: id });
    const [a, b, c] = [ann.user.id, ben.user.id, cem.user.id];
    await save(ann, id, whole);
    // Not even that, or when, there was a save.
    expect(await changesOf(ben, recording)).toEqual({ events: [], people: [], revision: 0, has_more: false });
    expect([await seenBy(ben), await blind(ben), await blind(ann)]).toEqual([
      ...[[], [409, "still_blind"], [409, "still_blind"]],
    ]);
    // Begun is not complete: neither is told of the other.
    await save(ben, id, begun);
    expect([await seenBy(ann), await seenBy(ben), await blind(ben)]).toEqual([[a], [b], [409, "still_blind"]]);
    expect(await eventOf(ann)).toMatchObject({ revision: 2, completed_readers: 1, is_unblinded: false });
    await save(ann, id, whole);
    expect(await eventOf(ben)).toMatchObject({ revision: 2, completed_readers: null, is_unblinded: false });
    expect((await changesOf(ben, recording, 2)).events).toEqual([]);
    // Complete by one click: how many have completed it is told, what they say is not.
    await save(ben, id, other);
    expect([await seenBy(ann), await seenBy(ben)]).toEqual([[a], [b]]);
    expect(await eventOf(ben)).toMatchObject({ completed_readers: 2, is_unblinded: false });
    const told = await reveal(ben);
    expect(told.event).toMatchObject({ completed_readers: 2, is_unblinded: true });
    expect(told.event.reviews.map(({ user_id }) => user_id)).toEqual([b, a]);
    expect(told.people.map(({ user_id }) => user_id).sort()).toEqual([a, b].sort());
    expect(await eventOf(ben)).toEqual(told.event);
    expect([await seenBy(ann), await seenBy(ben)]).toEqual([[a], [a, b]]); // each by their own wish
    await reveal(ann);
    expect(await seenBy(ann)).toEqual([a, b]);
    // A third reader is blind until they are done, and is not seen before.
    await save(cem, id, begun);
    expect([await seenBy(cem), await seenBy(ann)]).toEqual([[c], [a, b]]);
    expect(await eventOf(cem)).toMatchObject({ completed_readers: null, is_unblinded: false });
    await save(cem, id, whole);
    await reveal(cem);
    expect((await seenBy(cem)).sort()).toEqual([a, b, c].sort());
    // Whose own review is not complete any more sees their own alone.
    await save(ann, id, begun);
    expect([await seenBy(ann), await seenBy(ben)]).toEqual([[a], [b, c]]);
    expect(await eventOf(ann)).toMatchObject({ completed_readers: null, is_unblinded: false });
    // Who has not reviewed it sees none, whatever they may do.
    for (const who of [overseer, await world.someone()]) expect(await seenBy(who)).toEqual([]);
    const stranger = await world.someone(writing, world.foreign.site);
    expect(await blind(stranger)).toEqual([404, "annotation_not_found"]);
    const { rows } = await world.pool.query("select user_id from user_action where action = $1 order by id", [
      calls.revealAnnotationReviews.path,
    ]);
    expect(rows.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([a, b, c]));
  });

  it("is of each event by itself", async () => {
    const { ids, recording } = await makeEvents(2);
    for (const who of [ann, ben]) await save(who, ids[0], other);
    await ben.ask(calls.revealAnnotationReviews, { annotation_id: ids[0] });
    for (const who of [ann, ben]) await save(who, ids[1], whole);
    expect((await reviewsOf(ben, ...ids)).map(({ annotation_id }) => annotation_id)).toEqual([ids[0], ids[0], ids[1]]);
    const { events, people } = await changesOf(ben, recording);
    expect(events.map(({ is_unblinded, reviews }) => [is_unblinded, reviews.length])).toEqual([
      [true, 2],
      [false, 1],
    ]);
    expect(people.map(({ user_id }) => user_id).sort()).toEqual([ann.user.id, ben.user.id].sort());
  });

  it("is told of to who follows, once they may know of it: in numbers, and not to who may not see the recording", async () => {
    const { id, recording } = await makeEvent();
    const stranger = await world.someone(writing, world.foreign.site);
    const [same, reader, outside] = await Promise.all(
      [ann, ben, stranger].map(({ token }) => viewNews(world.url, token)),
    );
    await Promise.all([same, reader, outside].map((viewer) => viewer.followAnnotations(recording)));
    const heard = (viewer: typeof same, revision: number) =>
      viewer.until(() => viewer.reviews.at(-1)?.revision === revision);
    await save(ann, id, whole);
    await heard(same, 1);
    await save(ben, id, begun);
    await Promise.all([heard(same, 2), heard(reader, 2)]); // ann has completed it
    await save(ann, id, whole);
    await heard(same, 3);
    await save(ben, id, other);
    await Promise.all([heard(same, 4), heard(reader, 4)]);
    await save(ann, id, whole);
    await Promise.all([heard(same, 5), heard(reader, 5)]);
    // Of the saves before their own they heard nothing.
    expect(reader.reviews.map((moved) => moved?.revision)).toEqual([2, 4, 5]);
    expect([outside.reviews, same.annotations]).toEqual([[], []]);
    for (const { socket } of [same, reader, outside]) socket.close();
  });
});

describe("what changed", () => {
  it("is told after a number, each event whole, and nothing that the caller knows", async () => {
    const { ids, recording } = await makeEvents(3);
    for (const id of ids) await save(ann, id, begun);
    const first = await changesOf(ann, recording);
    expect(first.events.map(({ annotation_id }) => annotation_id)).toEqual(ids);
    expect([first.revision, first.has_more]).toEqual([3, false]);
    await save(ann, ids[0], whole);
    const next = await changesOf(ann, recording, first.revision);
    expect(next.events.map(({ annotation_id, revision }) => [annotation_id, revision])).toEqual([[ids[0], 4]]);
    expect((await changesOf(ann, recording, 4)).events).toEqual([]);
    expect(await ann.refused(calls.getReviewChanges, { data_object_id: recording, after: 5 })).toEqual([
      409,
      "log_too_short",
    ]);
  });
});

describe("rights", () => {
  it("are the same for what is not there and what is of another workspace, site or project", async () => {
    for (const places of Object.values(world.foreign)) {
      const there = await world.someone(writing, places);
      const recording = await addRecording(world, places);
      const [{ id: session }] = await there.open(recording);
      const { id } = await there.create(recording, session);
      await save(there, id, whole);
      expect(await reviewsOf(ann, id)).toEqual([]);
      const all = await world.someone(["visualize_data", "create_annotations", calls.reviewOverseer]);
      const nowhere = 2_000_000_000;
      const tries = (recordingId: number, groupId: number, annotationId: number): [Route, object][] => [
        [calls.addAnnotationReview, review(annotationId, other)],
        [calls.getReviewChanges, { data_object_id: recordingId, after: 0 }],
        [calls.getReviewAgreement, { annotation_group_id: groupId }],
        [calls.getReviewAgreement, { annotation_ids: [annotationId] }],
        [calls.exportAnnotationReviews, { annotation_group_id: groupId }],
      ];
      const unknown = tries(nowhere, nowhere, nowhere);
      for (const [k, [route, body]] of tries(recording, session, id).entries()) {
        const said = await world.call(route, body, { token: all.token });
        const of = await world.call(route, unknown[k][1], { token: all.token });
        expect([said.status, said.text], route.path).toEqual([404, of.text]);
      }
    }
  });

  it("ask for the permission to annotate and to see, at the moment of the save", async () => {
    const { id, recording, session } = await makeEvent();
    const viewer = await world.someone(["visualize_data"]);
    const writer = await world.someone(["create_annotations"]);
    const planner = await world.someone([calls.reviewOverseer]);
    expect((await refused(viewer, id, other))[0]).toBe(403);
    expect((await refused(writer, id, other))[0]).toBe(403);
    expect((await writer.refused(calls.getAnnotationReviews, { annotation_ids: [id] }))[0]).toBe(403);
    expect((await writer.refused(calls.getReviewChanges, { data_object_id: recording, after: 0 }))[0]).toBe(403);
    expect((await ann.refused(calls.getReviewAgreement, { annotation_group_id: session }))[0]).toBe(403);
    expect((await planner.refused(calls.getReviewAgreement, { annotation_group_id: session }))[0]).toBe(403);
    const leaver = await world.someone(writing);
    await save(leaver, id, begun);
    await setPermissions(world.pool, leaver.user.roleId, ["create_annotations"]);
    expect((await refused(leaver, id, other))[0]).toBe(403);
  });
});
