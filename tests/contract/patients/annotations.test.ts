import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as logCalls from "../../../src/protocol/annotation-log.ts";
import { getAnnotationReviews } from "../../../src/protocol/annotation-reviews.ts";
import * as calls from "../../../src/protocol/annotations.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { annotationServerText } from "../../../src/protocol/text/annotation-server-text.ts";
import { keptMasks } from "../../../src/server/annotations/index.ts";
import { testNews } from "./annotations-news-suite.ts";
import { testQueue } from "./annotations-queue-suite.ts";
import { testReading } from "./annotations-reading-suite.ts";
import {
  type AnnotationsWorld,
  addRecording,
  content,
  fromColumns,
  makeAnnotationsWorld,
  type Person,
  writing,
} from "./annotations-world.ts";

const { rules } = annotationServerText;
let world: AnnotationsWorld;
let activeMasks: ReturnType<typeof keptMasks>;
let ann: Person;
let ben: Person;
let chief: Person;
let group: number;

beforeAll(async () => {
  world = await makeAnnotationsWorld();
  activeMasks = keptMasks(world.drizzle);
  [ann, ben, chief] = [await world.someone(writing), await world.someone(writing), await world.someone()];
  [{ id: group }] = await ann.open(world.recording);
}, 120_000);
afterAll(() => world?.close());

const fresh = () => addRecording(world, world.places);

describe("sessions", () => {
  it("begin as 'Default Session', once, also when many open at the same moment, and not for who may only look", async () => {
    const recording = await fresh();
    const reader = await world.someone(["visualize_data"]);
    expect(await reader.open(recording)).toEqual([]);
    const opened = await Promise.all(Array.from({ length: 6 }, (_, k) => (k % 2 ? ann : ben).open(recording)));
    for (const groups of opened) expect(groups).toEqual(opened[0]);
    expect(opened[0]).toMatchObject([{ group_name: "Default Session", nannotations: 0, data_object_id: recording }]);
    expect(await reader.open(recording)).toEqual(opened[0]);
    expect(await reader.ask(calls.getAnnotationGroups, { data_object_id: recording })).toEqual(opened[0]);
  });

  it("have names of their own: trimmed, filled, also when two are made at once", async () => {
    const recording = await fresh();
    await ann.open(recording);
    const make = (annotation_group_name: string) => ({
      data_object_id: recording,
      annotation_group_name,
      user_id: null,
    });
    const { id } = await ann.ask(calls.createAnnotationGroup, make("  Night  "));
    const groups = await ann.ask(calls.getAnnotationGroups, { data_object_id: recording });
    expect(groups.map(({ group_name, user_id }) => [group_name, user_id])).toEqual([
      ["Default Session", ann.user.id],
      ["Night", ann.user.id],
    ]);
    const refusal = async (route: Route, body: object) => {
      const { status, text } = await world.call(route, body, { token: ben.token });
      return [status, JSON.parse(text).errorMessage];
    };
    expect(await refusal(calls.createAnnotationGroup, make(" \t"))).toEqual([400, "Session name cannot be empty"]);
    expect(await refusal(calls.createAnnotationGroup, make("night "))).toEqual([
      409,
      "Session already exists with the same name.",
    ]);
    const rename = (annotation_group_id: number, new_group_name: string) => ({ annotation_group_id, new_group_name });
    expect(await refusal(calls.renameAnnotationGroup, rename(id, "Default Session"))).toEqual([
      409,
      rules.sessionTwice,
    ]);
    expect(await refusal(calls.renameAnnotationGroup, rename(id, ""))).toEqual([400, rules.sessionEmpty]);
    await ben.ask(calls.renameAnnotationGroup, rename(id, "NIGHT"));
    await ben.ask(calls.renameAnnotationGroup, rename(id, " Late "));
    const twice = await Promise.all([1, 2, 3].map(() => ann.refused(calls.createAnnotationGroup, make("Dawn"))));
    expect(twice.sort()).toEqual([
      [200, undefined],
      [409, "group_name_taken"],
      [409, "group_name_taken"],
    ]);
    const names = (await ann.ask(calls.getAnnotationGroups, { data_object_id: recording })).map(
      (one) => one.group_name,
    );
    expect(names).toEqual(["Default Session", "Late", "Dawn"]);
  });

  it("are deleted all or none, never the last, with annotations by who may delete those, and come back", async () => {
    const recording = await fresh();
    const [{ id: first }] = await chief.open(recording);
    const make = (name: string) =>
      chief.ask(calls.createAnnotationGroup, { data_object_id: recording, annotation_group_name: name });
    const [{ id: second }, { id: third }] = [await make("b"), await make("c")];
    const made = await chief.create(recording, second, { kind: "artifact", modalities: [] });
    const cleaner = await world.someone(["visualize_data", "delete_annotation_group"]);
    const drop = (...annotation_group_ids: number[]) => ({ annotation_group_ids });
    expect(await cleaner.refused(calls.deleteAnnotationGroups, drop(second, third))).toEqual([
      403,
      "annotation_not_changeable",
    ]);
    expect(await chief.refused(calls.deleteAnnotationGroups, drop(first, second, third))).toEqual([409, "last_group"]);
    expect((await chief.open(recording)).length).toBe(3);
    const other = (await chief.open(await fresh()))[0].id;
    expect(await chief.refused(calls.deleteAnnotationGroups, drop(second, other))).toEqual([400, "bad_annotation"]);
    const masks = await activeMasks(recording);
    expect(masks.everywhere).toEqual([[2000, 3000.5]]);
    // Whoever may look is told, of all sessions; what they know is not told again.
    const told = await cleaner.ask(logCalls.getAnnotationMasks, { data_object_id: recording });
    expect(told).toEqual({ mask_revision: masks.revision, masks: { everywhere: [[2000, 3000.5]], channels: [] } });
    const known = { data_object_id: recording, known_revision: masks.revision };
    expect(await cleaner.ask(logCalls.getAnnotationMasks, known)).toEqual({
      mask_revision: masks.revision,
      masks: null,
    });
    await cleaner.ask(calls.deleteAnnotationGroup, { annotation_group_id: third });
    await chief.ask(calls.deleteAnnotationGroups, drop(second, second));
    expect((await chief.open(recording)).map(({ id }) => id)).toEqual([first]);
    expect(await chief.refused(calls.getAnnotations, drop(second))).toEqual([404, "group_not_found"]);
    await expect(chief.part(second)).rejects.toThrow("404");
    const without = await activeMasks(recording);
    expect(without.everywhere).toEqual([]);
    expect(without.revision).toBeGreaterThan(masks.revision);
    // What is in it is gone with it, and may be brought back into another one.
    const change = { target: { id: made.id }, revision: made.revision };
    expect(await chief.act(recording, { act: "delete", ...change })).toBe("annotation_changed");
    expect(await cleaner.refused(calls.restoreAnnotationGroup, { annotation_group_id: second })).toEqual([
      403,
      "annotation_not_changeable",
    ]);
    await chief.ask(calls.restoreAnnotationGroup, { annotation_group_id: second });
    expect((await chief.list(second)).map(({ id, revision }) => ({ id, revision }))).toEqual([made]);
    expect((await activeMasks(recording)).everywhere).toEqual(masks.everywhere);
    expect(fromColumns(await chief.part(second)).map(({ id }) => id)).toEqual([made.id]);
    await chief.ask(calls.deleteAnnotationGroup, { annotation_group_id: second });
    const back = await chief.act(recording, { act: "restore", ...change, group_id: first, content: content() });
    expect(back).toMatchObject({ id: made.id });
    await chief.ask(calls.restoreAnnotationGroup, { annotation_group_id: second });
    expect((await chief.open(recording)).map(({ id, nannotations }) => [id, nannotations])).toEqual([
      [first, 1],
      [second, 0],
    ]);
    await make("c");
    expect(await chief.refused(calls.restoreAnnotationGroup, { annotation_group_id: third })).toEqual([
      409,
      "group_name_taken",
    ]);
  });
});

describe("the specification's calls", () => {
  it("make, list, change and delete", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    const add = { annotation_text: "Spike", start_time: 1000, end_time: 61_000, tags: [] };
    const { id, revision } = await ann.ask(calls.addAnnotation, { annotation_group_id: session, annotation: add });
    expect(await ben.list(session)).toEqual([
      {
        ...{
          ...add,
          id,
          revision,
          group_id: session,
          user_id: ann.user.id,
          user_email: ann.user.email,
          modalities: [],
        },
        ...{ user_full_name: "Test User", annotation_type: "", annotation_description: "", color: "#FF0000" },
        ...{ opacity: 0.2, kind: "note", timestamp: expect.any(Number) },
      },
    ]);
    const { kind, ...said } = content({ annotation_text: "Sharp wave" });
    const after = await ann.ask(calls.modifyAnnotation, { annotation: { ...said, id } });
    expect(after.revision).toBe(revision + 1);
    expect((await ann.list(session))[0]).toMatchObject({ ...said, kind, id, revision: revision + 1 });
    const old = await world.call(
      calls.modifyAnnotation,
      { annotation: { ...said, id, revision } },
      { token: ann.token },
    );
    expect([old.status, JSON.parse(old.text)]).toMatchObject([
      409,
      { code: "annotation_changed", theirs: { id, annotation_text: "Sharp wave", user_full_name: "Test User" } },
    ]);
    expect(await ben.refused(calls.modifyAnnotation, { annotation: { ...said, id } })).toEqual([
      403,
      "annotation_not_changeable",
    ]);
    // The call that deletes asks for its permission, whoever made them.
    expect(await ann.refused(calls.deleteAnnotations, { annotation_ids: [id] })).toEqual([403, undefined]);
    const { id: second } = await ben.create(recording, session);
    expect(await chief.refused(calls.deleteAnnotations, { annotation_ids: [id, 2_000_000_000] })).toEqual([
      404,
      "annotation_not_found",
    ]);
    expect((await ann.list(session)).length).toBe(2);
    await chief.ask(calls.deleteAnnotations, { annotation_ids: [id, second] });
    expect(await chief.refused(calls.deleteAnnotations, { annotation_ids: [id] })).toEqual([
      404,
      "annotation_not_found",
    ]);
    expect(await ann.list(session)).toEqual([]);
    expect((await ann.open(recording))[0].nannotations).toBe(0);
    const { entries, people } = await ben.ask(logCalls.getAnnotationHistory, { annotation_id: id });
    expect(
      entries.map(({ act, user_id, before, after }) => [act, user_id, before?.annotation_text, after?.annotation_text]),
    ).toEqual([
      ["delete", chief.user.id, "Sharp wave", undefined],
      ["modify", ann.user.id, "Spike", "Sharp wave"],
      ["create", ann.user.id, undefined, "Spike"],
    ]);
    expect(people.map(({ user_id }) => user_id).sort()).toEqual([ann.user.id, chief.user.id].sort());
  });

  it("take lists without anything, as of a session without annotations, and ask for the permission all the same", async () => {
    expect(await ann.ask(calls.getAnnotations, { annotation_group_ids: [] })).toEqual({});
    expect(await ann.ask(getAnnotationReviews, { annotation_ids: [] })).toEqual([]);
    expect(await chief.ask(calls.deleteAnnotations, { annotation_ids: [] })).toEqual({});
    expect(await ann.refused(calls.deleteAnnotations, { annotation_ids: [] })).toEqual([403, undefined]);
  });

  it("say what is too long in the words of the rule", async () => {
    const [{ id: annotation_group_id }] = await ann.open(await fresh());
    const made = await ann.ask(calls.addAnnotation, { annotation_group_id, annotation: content() });
    for (const [over, sentence] of [
      [{ tags: ["x".repeat(26)] }, rules.tagTooLong],
      [{ tags: [""] }, rules.tagEmpty],
      [{ tags: Array.from({ length: 11 }, (_, k) => `${k}`) }, rules.tagsTooMany],
      [{ annotation_text: "x".repeat(56) }, rules.titleTooLong],
      [{ annotation_description: "x".repeat(501) }, rules.descriptionTooLong],
    ] as const)
      for (const [route, body] of [
        [calls.addAnnotation, { annotation_group_id, annotation: content(over as object) }],
        [calls.modifyAnnotation, { annotation: { ...content(over as object), id: made.id } }],
      ] as const) {
        const { status, text } = await world.call(route, body, { token: ann.token });
        expect([status, JSON.parse(text)]).toEqual([400, { errorMessage: sentence, code: "bad_annotation" }]);
      }
  });

  it("name who is gone as nobody", async () => {
    const recording = await fresh();
    const leaver = await world.someone(writing);
    const [{ id: session }] = await leaver.open(recording);
    const { id } = await leaver.create(recording, session);
    expect((await ann.part(session)).people.map(({ user_id }) => user_id)).toEqual([leaver.user.id]);
    await world.pool.query("delete from app_user where id = $1", [leaver.user.id]);
    expect(await ann.list(session)).toMatchObject([{ user_id: null, user_email: "", user_full_name: "Unknown" }]);
    expect(fromColumns(await ann.part(session))).toMatchObject([{ id, user_id: null }]);
    expect(await ann.log(recording)).toMatchObject([{ user_id: null }, { user_id: null, made_by: null }]);
    expect((await ann.open(recording))[0].user_id).toBeNull();
    expect(await ann.act(recording, { act: "delete", target: { id }, revision: 2 })).toBe("annotation_not_changeable");
    expect(await chief.act(recording, { act: "delete", target: { id }, revision: 2 })).toMatchObject({ id });
  });
});

const cast = () => ({ world, activeMasks, ann, ben, chief, group });
testQueue(cast);
testReading(cast);
testNews(cast);
