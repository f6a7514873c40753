/** Annotations: what may be written, by whom, once, and what those who may not are told. */
import type { SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportAnnotations } from "../../../src/protocol/annotation-exchange.ts";
import * as calls from "../../../src/protocol/annotations.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { annotationServerText } from "../../../src/protocol/text/annotation-server-text.ts";
import { keptMasks } from "../../../src/server/annotations/index.ts";
import { listAnnotations } from "../../../src/server/annotations/list.ts";
import { setPermissions, setScope } from "../../support/accounts.ts";
import {
  type AnnotationsWorld,
  addRecording,
  allOfIt,
  answerOf,
  content,
  fromColumns,
  makeAnnotationsWorld,
  type Person,
  replay,
  type Seen,
  sorted,
  writing,
} from "./annotations-world.ts";
import { viewNews } from "./news-world.ts";

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
    expect(await refusal(calls.createAnnotationGroup, make("Night "))).toEqual([
      409,
      "Session already exists with the same name.",
    ]);
    const rename = (annotation_group_id: number, new_group_name: string) => ({ annotation_group_id, new_group_name });
    expect(await refusal(calls.renameAnnotationGroup, rename(id, "Default Session"))).toEqual([
      409,
      rules.sessionTwice,
    ]);
    expect(await refusal(calls.renameAnnotationGroup, rename(id, ""))).toEqual([400, rules.sessionEmpty]);
    await ben.ask(calls.renameAnnotationGroup, rename(id, "Night"));
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
    const told = await cleaner.ask(calls.getAnnotationMasks, { data_object_id: recording });
    expect(told).toEqual({ mask_revision: masks.revision, masks: { everywhere: [[2000, 3000.5]], channels: [] } });
    const known = { data_object_id: recording, known_revision: masks.revision };
    expect(await cleaner.ask(calls.getAnnotationMasks, known)).toEqual({ mask_revision: masks.revision, masks: null });
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
    const { entries, people } = await ben.ask(calls.getAnnotationHistory, { annotation_id: id });
    expect(
      entries.map(({ act, user_id, before, after }) => [act, user_id, before?.annotation_text, after?.annotation_text]),
    ).toEqual([
      ["delete", chief.user.id, "Sharp wave", undefined],
      ["modify", ann.user.id, "Spike", "Sharp wave"],
      ["create", ann.user.id, undefined, "Spike"],
    ]);
    expect(people.map(({ user_id }) => user_id).sort()).toEqual([ann.user.id, chief.user.id].sort());
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

describe("a queue", () => {
  it("does each change once, also when the answer was lost, on another node, or many ask at the same time", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    const changes = [
      { number: 3, act: { act: "create", group_id: session, content: content() } },
      {
        number: 9,
        act: {
          act: "modify",
          target: { made_by: 3 },
          revision: null,
          group_id: session,
          content: content({ tags: [] }),
        },
      },
      { number: 10, act: { act: "create", group_id: session, content: content({ annotation_text: "b" }) } },
      { number: 12, act: { act: "delete", target: { made_by: 10 }, revision: null } },
    ];
    const body = { data_object_id: recording, client: "a".repeat(32), changes };
    const answers = await Promise.all(Array.from({ length: 5 }, () => ann.ask(calls.changeAnnotations, body)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0].outcomes.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "done"]);
    expect((await ann.log(recording)).map(({ act, number }) => [act, number])).toEqual([
      ["create", null],
      ["create", 3],
      ["modify", 9],
      ["create", 10],
      ["delete", 12],
    ]);
    expect(await ann.list(session)).toMatchObject([{ tags: [], revision: 3 }]);
    // Somebody else's queue of that name is another one; the same number for something else is refused.
    const [other] = (await ben.ask(calls.changeAnnotations, { ...body, changes: [changes[0]] })).outcomes;
    expect(other).toMatchObject({ outcome: "done", revision: 6 });
    const stolen = { number: 3, act: { act: "create", group_id: session, content: content({ opacity: 1 }) } };
    const [refused] = (await ann.ask(calls.changeAnnotations, { ...body, changes: [stolen] })).outcomes;
    expect(refused).toMatchObject({ outcome: "refused", code: "out_of_order" });
    expect((await ann.log(recording)).length).toBe(6);
  });

  it("is told of what is in the way, and overwrites nothing", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    const made = await ann.create(recording, session);
    const edit = (revision: number | null, annotation_text: string) =>
      ({
        act: "modify",
        target: { id: made.id },
        revision,
        group_id: session,
        content: content({ annotation_text }),
      }) as const;
    expect(await ann.act(recording, edit(null, "by null"))).toMatchObject({ id: made.id });
    const theirs = await chief.act(recording, edit(made.revision + 1, "theirs"));
    expect(theirs).toMatchObject({ id: made.id });
    for (const revision of [null, made.revision + 1, 1_000_000]) {
      const [outcome] = await ann.change(recording, [edit(revision, "mine")]);
      expect(outcome).toMatchObject({
        ...{ outcome: "refused", code: "annotation_changed" },
        theirs: { annotation_text: "theirs", user_id: ann.user.id, revision: made.revision + 2 },
      });
    }
    await chief.act(recording, { act: "delete", target: { id: made.id }, revision: made.revision + 2 });
    const [gone] = await ann.change(recording, [edit(made.revision + 2, "mine")]);
    expect(gone).toMatchObject({ code: "annotation_changed", theirs: null });
    const restore = (revision: number) =>
      ({ act: "restore", target: { id: made.id }, revision, group_id: session, content: content() }) as const;
    expect(await ann.act(recording, restore(made.revision + 2))).toBe("annotation_changed");
    expect(await ann.act(recording, restore(made.revision + 3))).toMatchObject({ revision: made.revision + 4 });
    const [twice] = await ann.change(recording, [restore(made.revision + 4)]);
    expect(twice).toMatchObject({ code: "annotation_changed", theirs: { annotation_text: "Seizure" } });
    expect(await ann.list(session)).toMatchObject([{ user_id: ann.user.id, annotation_text: "Seizure" }]);
  });

  it("goes on after a refusal, and a whole batch does nothing", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    const good = { act: "create", group_id: session, content: content() } as const;
    const bad = { act: "create", group_id: session, content: content({ end_time: 61_001 }) } as const;
    const [a, b, c] = await ann.change(recording, [good, bad, good]);
    expect([a.outcome, b, c.outcome]).toMatchObject([
      "done",
      { code: "bad_annotation", sentence: rules.interval },
      "done",
    ]);
    const { sequence } = await ann.ask(calls.openAnnotations, { data_object_id: recording });
    const whole = await ann.change(recording, [good, bad, good], true);
    expect(whole.map((one) => one.outcome === "refused" && one.code)).toEqual([
      "not_done",
      "bad_annotation",
      "not_done",
    ]);
    expect((await ann.ask(calls.openAnnotations, { data_object_id: recording })).sequence).toBe(sequence);
    const done = await ann.change(recording, [good, good], true);
    expect(done.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect((await ann.open(recording))[0].nannotations).toBe(4);
  });

  it.each<[string, Partial<calls.AnnotationContent>]>([
    ["an end before the start", { start_time: 3000, end_time: 2999 }],
    ["a start before the file", { start_time: 999 }],
    ["an end after it", { end_time: 61_000.5 }],
    ["no title", { annotation_text: "  " }],
    ["a blank tag", { tags: [" "] }],
    ["a tag twice", { tags: ["a", "a"] }],
    ["half a character in the title", { annotation_text: "a\ud800" }],
    ["half a character in the description", { annotation_description: "\udc00" }],
    ["a zero in a label", { modalities: ["\0"] }],
    ["too much together", { modalities: Array(256).fill("x".repeat(80)) }],
  ])("is refused %s", async (_, over) => {
    const act = { act: "create", group_id: group, content: content(over) } as const;
    const [outcome] = await ann.change(world.recording, [act]);
    expect(outcome).toMatchObject({ outcome: "refused", code: "bad_annotation" });
    expect(await ann.refused(calls.addAnnotation, { annotation_group_id: group, annotation: act.content })).toEqual([
      400,
      "bad_annotation",
    ]);
  });

  it("draws ids for what it makes alone", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    const create = { act: "create", group_id: session, content: content() } as const;
    const bad = { ...create, content: content({ end_time: 61_001 }) };
    const body = {
      ...{ data_object_id: recording, client: "d".repeat(32) },
      changes: [bad, create, bad, create].map((act, k) => ({ number: k + 1, act })),
    };
    const ids = async (more: object = {}) =>
      (await ann.ask(calls.changeAnnotations, { ...body, ...more })).outcomes.map((one) =>
        one.outcome === "done" ? one.id : one.code,
      );
    const first = await ids();
    const id = first[1] as number;
    expect(first).toEqual(["bad_annotation", id, "bad_annotation", id + 1]);
    expect(await ids()).toEqual(first);
    expect(await ids({ client: "e".repeat(32), is_whole: true })).toContain("not_done");
    expect(await ann.create(recording, session)).toMatchObject({ id: id + 2 });
    // What a batch would have made, and does not, is nobody's.
    const wrong = { act: "modify", target: { made_by: 1 }, revision: 999, group_id: session, content: content() };
    const changes = [create, wrong].map((act, k) => ({ number: k + 1, act }));
    const whole = { ...body, client: "f".repeat(32), changes };
    const [, conflict] = (await ann.ask(calls.changeAnnotations, { ...whole, is_whole: true })).outcomes;
    expect(conflict).toMatchObject({ code: "annotation_changed", theirs: null });
    const [made, theirs] = (await ann.ask(calls.changeAnnotations, whole)).outcomes;
    expect(made).toMatchObject({ outcome: "done", id: id + 3 });
    expect(theirs).toMatchObject({ code: "annotation_changed", theirs: { id: id + 3 } });
  });

  it("is read no further than its schema", async () => {
    const change = (over: object, more: object = {}) => ({
      ...{ data_object_id: world.recording, client: "b".repeat(32), ...more },
      changes: [{ number: 1, act: { act: "create", group_id: group, content: { ...content(), ...over } } }],
    });
    const long = (count: number) => "x".repeat(count);
    for (const body of [
      change({ annotation_text: long(56) }),
      change({ annotation_description: long(501) }),
      change({ tags: [long(26)] }),
      change({ tags: Array.from({ length: 11 }, (_, k) => `${k}`) }),
      change({ color: "red" }),
      change({ opacity: 1.1 }),
      change({ start_time: "2000" }),
      change({ kind: "other" }),
      change({}, { client: "B".repeat(32) }),
      change({}, { data_object_id: 0 }),
      { ...change({}), changes: [] },
      { ...change({}), changes: [{ number: 0, act: { act: "delete", target: { id: 1 }, revision: null } }] },
      {
        ...change({}),
        changes: Array(501).fill({ number: 1, act: { act: "delete", target: { id: 1 }, revision: 1 } }),
      },
      `{"data_object_id":1,"changes":${"[".repeat(100)}`,
    ])
      expect((await ann.refused(calls.changeAnnotations, body))[0], JSON.stringify(body).slice(0, 80)).toBe(400);
    expect(await ann.refused(calls.getAnnotationChanges, { data_object_id: world.recording, after: 1e9 })).toEqual([
      409,
      "log_too_short",
    ]);
  });
});

describe("rights", () => {
  /** What each may do with their own, and with that of somebody else. */
  it.each<[Permission[], "done" | "no", "done" | "no", "done" | "no"]>([
    [["visualize_data", "create_annotations"], "done", "done", "no"],
    [["visualize_data", "delete_annotations"], "no", "done", "done"],
    [["visualize_data", "create_annotations", "delete_annotations"], "done", "done", "done"],
  ])("%s: creates %s, own %s, others' %s", async (held, creates, own, others) => {
    const recording = await fresh();
    const [{ id: session }] = await chief.open(recording);
    const person = await world.someone(["visualize_data", "create_annotations"]);
    const mine = await person.create(recording, session);
    const theirs = await chief.create(recording, session);
    await setPermissions(world.pool, person.user.roleId, held);
    const as = async (act: calls.AnnotationAct) =>
      typeof (await person.act(recording, act)) === "string" ? "no" : "done";
    expect(await as({ act: "create", group_id: session, content: content() })).toBe(creates);
    for (const [{ id, revision }, expected] of [
      [mine, own],
      [theirs, others],
    ] as const) {
      const now = { target: { id }, group_id: session, content: content() };
      expect(await as({ act: "modify", revision, ...now })).toBe(expected);
      const entries = (await chief.ask(calls.getAnnotationHistory, { annotation_id: id })).entries;
      expect(await as({ act: "delete", target: { id }, revision: entries[0].sequence })).toBe(expected);
      const last = (await chief.ask(calls.getAnnotationHistory, { annotation_id: id })).entries;
      if (expected === "no") continue;
      expect(await as({ act: "restore", revision: last[0].sequence, ...now })).toBe(expected);
    }
  });

  it("tell the same of what is not there and of what is another workspace's, site's or project's", async () => {
    for (const places of Object.values(world.foreign)) {
      const recording = await addRecording(world, places);
      const native = await world.someone(allOfIt, places);
      const [{ id: session }] = await native.open(recording);
      const { id } = await native.create(recording, session);
      const act = (group_id: number) => ({ act: "create", group_id, content: content() });
      const queue = (data_object_id: number, one: object) => ({
        ...{ data_object_id, client: "c".repeat(32) },
        changes: [{ number: 1, act: one }],
      });
      const tries = (one: { recording: number; session: number; id: number }): [Route, object][] => [
        [calls.getAnnotationGroups, { data_object_id: one.recording }],
        [calls.openAnnotations, { data_object_id: one.recording }],
        [calls.createAnnotationGroup, { data_object_id: one.recording, annotation_group_name: "x" }],
        [calls.renameAnnotationGroup, { annotation_group_id: one.session, new_group_name: "x" }],
        [calls.deleteAnnotationGroup, { annotation_group_id: one.session }],
        [calls.deleteAnnotationGroups, { annotation_group_ids: [one.session] }],
        [calls.restoreAnnotationGroup, { annotation_group_id: one.session }],
        [calls.getAnnotations, { annotation_group_ids: [one.session] }],
        [calls.getAnnotations, { annotation_group_ids: [group, one.session] }],
        [calls.addAnnotation, { annotation_group_id: one.session, annotation: content() }],
        [calls.modifyAnnotation, { annotation: { ...content(), id: one.id } }],
        [calls.deleteAnnotations, { annotation_ids: [one.id] }],
        [calls.changeAnnotations, queue(one.recording, act(one.session))],
        [calls.getAnnotationChanges, { data_object_id: one.recording, after: 0 }],
        [calls.getAnnotationHistory, { annotation_id: one.id }],
        [calls.getAnnotationColumns, { annotation_group_id: one.session, after_id: 0 }],
        [exportAnnotations, { annotation_group_id: one.session, format: "csv" }],
      ];
      const nowhere = { recording: 2_000_000_000, session: 2_000_000_000, id: 2_000_000_000 };
      const unknown = tries(nowhere);
      for (const [k, [route, body]] of tries({ recording, session, id }).entries()) {
        const said = await world.call(route, body, { token: chief.token });
        const other = await world.call(route, unknown[k][1], { token: chief.token });
        expect([said.status, said.text], route.path).toEqual([404, other.text]);
        expect(other.status).toBe(404);
      }
      // In a call about a recording of one's own, what is another's does not exist either.
      const own = { group_id: group, content: content() };
      for (const target of [{ id }, { id: 2_000_000_000 }])
        expect(await chief.act(world.recording, { act: "modify", target, revision: 1, ...own })).toBe(
          "annotation_not_found",
        );
      for (const group_id of [session, 2_000_000_000])
        expect(await chief.act(world.recording, { act: "create", group_id, content: content() })).toBe(
          "group_not_found",
        );
      const { id: mine, revision } = await chief.create(world.recording, group);
      const move = { act: "modify", target: { id: mine }, revision, group_id: session, content: content() } as const;
      expect(await chief.act(world.recording, move)).toBe("group_not_found");
      expect((await native.list(session)).map((one) => one.id)).toEqual([id]);
    }
  });

  it("are asked as they are at that moment", async () => {
    const person = await world.someone();
    await person.create(world.recording, group);
    await person.part(group);
    await setScope(world.pool, person.user.id, { projectIds: world.places.projectIds, siteIds: [] });
    await expect(person.part(group)).rejects.toThrow("404");
    await expect(person.create(world.recording, group)).rejects.toThrow("404");
    await setScope(world.pool, person.user.id, world.places);
    await setPermissions(world.pool, person.user.roleId, ["create_annotations", "delete_annotations"]);
    // Nobody writes blindly: answers about conflicts show what there is.
    await expect(person.create(world.recording, group)).rejects.toThrow("403");
    await expect(person.part(group)).rejects.toThrow("403");
  });
});

describe("exports", () => {
  const fileOf = (annotation_group_id: number, format: string, token: string) =>
    world.app.http.inject({
      method: "GET",
      url: `${exportAnnotations.path}?annotation_group_id=${annotation_group_id}&format=${format}`,
      headers: { authorization: token, host: new URL(world.url).host },
    });

  it("are all of a session by time, in each format, for who may look, and stand in the audit before they begin", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    const late = content({ start_time: 5000.25, end_time: 5000.25, annotation_text: '=cmd|"x"', tags: ["a;b"] });
    await ann.create(recording, session, late);
    await ann.create(recording, session, { annotation_text: "Seizure" });
    const gone = await ann.create(recording, session, { annotation_text: "Gone" });
    await ann.act(recording, { act: "delete", target: { id: gone.id }, revision: gone.revision });
    await ann.ask(calls.renameAnnotationGroup, { annotation_group_id: session, new_group_name: 'A/b"; c' });
    const reader = await world.someone(["visualize_data"]);
    const files = await Promise.all(["csv", "bids", "edf"].map((format) => fileOf(session, format, reader.token)));
    for (const { statusCode, headers } of files) {
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
    }
    expect(files[0].headers["content-disposition"]).toBe(
      `attachment; filename="A_b_; c.csv"; filename*=UTF-8''A_b_%3B%20c.csv`,
    );
    const [csv, bids, edf] = files.map(({ rawPayload }) => rawPayload.toString("utf8"));
    const lines = csv.split("\r\n");
    expect(lines.slice(1).map((line) => line.replace(/,[^,]*,[^,]*,[^,]*$/, ""))).toEqual([
      "Seizure,1970-01-01T01:00:02.000+01:00,1970-01-01T01:00:03.0005+01:00,1,1.0005,,a,Fp1 - F7,note,#FF0000,0.2,EEG Montage",
      `"'=cmd|""x""",1970-01-01T01:00:05.00025+01:00,1970-01-01T01:00:05.00025+01:00,4.00025,0,,"a\\;b",Fp1 - F7,note,#FF0000,0.2,EEG Montage`,
      "",
    ]);
    expect(lines[1]).toContain(ann.user.email);
    expect(
      bids
        .split("\n")
        .slice(1, 3)
        .map((line) => line.split("\t").slice(0, 3)),
    ).toEqual([
      ["1", "1.0005", "Seizure"],
      ["4.00025", "0", `"'=cmd|""x"""`],
    ]);
    expect(edf.slice(192, 197)).toBe("EDF+C");
    expect(
      edf
        .slice(512)
        .split("\0")
        .filter((tal) => tal !== ""),
    ).toEqual(["+0\x14\x14", "+1\x151.0005\x14Seizure\x14", '+4.00025\x14=cmd|"x"\x14']);
    const { rows } = await world.pool.query<{ facts: { format: string } }>(
      "select facts from user_action where user_id = $1 and kind = 'reading' and action = $2",
      [reader.user.id, exportAnnotations.path],
    );
    expect(rows.map(({ facts }) => facts.format).sort()).toEqual(["bids", "csv", "edf"]);
    expect(JSON.stringify(rows)).not.toContain("cmd");
    const writer = await world.someone(["create_annotations"]);
    expect((await fileOf(session, "csv", writer.token)).statusCode).toBe(403);
    expect((await fileOf(session, "pdf", reader.token)).statusCode).toBe(400);
    await chief.ask(calls.createAnnotationGroup, { data_object_id: recording, annotation_group_name: "Other" });
    await chief.ask(calls.deleteAnnotationGroup, { annotation_group_id: session });
    expect((await fileOf(session, "csv", reader.token)).statusCode).toBe(404);
  });

  it("are whole where a session has more annotations than one question answers, in their order of time", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    await world.pool.query(
      `insert into annotation (group_id, recording_id, made_by, revision, start_ms, end_ms, title, description, kind, style)
       select group_id, recording_id, made_by, revision, 1000 + (k * 7919) % 9001, 1000 + (k * 7919) % 9001, 'n' || k, description, kind, style
       from annotation, generate_series(1, 9001) k where id = $1`,
      [(await ann.create(recording, session, { start_time: 20_000, end_time: 20_000, annotation_text: "last" })).id],
    );
    const reader = await world.someone(["visualize_data"]);
    const times = Array.from({ length: 9001 }, (_, k) => ({ time: ((k + 1) * 7919) % 9001, title: `n${k + 1}` }));
    times.sort((a, b) => a.time - b.time);
    const wanted = [...times.map(({ title }) => title), "last"];
    const csv = (await fileOf(session, "csv", reader.token)).rawPayload.toString("utf8").split("\r\n");
    expect(csv.slice(1, -1).map((line) => line.split(",")[0])).toEqual(wanted);
    const edf = (await fileOf(session, "edf", reader.token)).rawPayload.toString("utf8").slice(512);
    const titles = edf.split("\0").flatMap((list) => list.split("\x14").slice(1, 2));
    expect(titles.filter((title) => title !== "")).toEqual(wanted);
  });
});

it("leaves a row of the audit for a session and recording, of ids alone", async () => {
  const recording = await fresh();
  const person = await world.someone();
  const [{ id: session }] = await person.open(recording);
  for (let k = 0; k < 3; k++) await person.create(recording, session, { annotation_text: "Secret words" });
  const { rows } = await world.pool.query<{ action: string; facts: object; times: number }>(
    "select action, facts, times from user_action where user_id = $1 and kind = 'change' order by id",
    [person.user.id],
  );
  expect(rows).toEqual([
    { action: calls.openAnnotations.path, facts: expect.objectContaining({ groups: [session] }), times: 1 },
    {
      action: calls.changeAnnotations.path,
      facts: { recording_id: recording, patient_key: expect.any(Number) },
      times: 3,
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Secret|Default/);
  await expect(
    world.pool.query("update annotation_log set act = 'delete' where recording_id = $1", [recording]),
  ).rejects.toThrow();
  await expect(world.pool.query("delete from annotation_log where recording_id = $1", [recording])).rejects.toThrow();
  await world.pool.query("delete from recording where id = $1", [recording]);
  const left = await world.pool.query("select from annotation_log where recording_id = $1", [recording]);
  expect(left.rowCount).toBe(0);
});

it("masks channels and spans of artifacts, merged, whatever session they are in", async () => {
  const recording = await fresh();
  expect(await activeMasks(recording)).toEqual({ revision: 0, everywhere: [], channels: new Map() });
  const [{ id: session }] = await chief.open(recording);
  const { id: other } = await chief.ask(calls.createAnnotationGroup, {
    data_object_id: recording,
    annotation_group_name: "Other",
  });
  const mask = (start_time: number, end_time: number, ...modalities: string[]) =>
    chief.create(recording, end_time % 2000 === 0 ? other : session, {
      kind: "artifact",
      start_time,
      end_time,
      modalities,
    });
  await chief.create(recording, session);
  expect((await activeMasks(recording)).revision).toBe(0);
  await mask(5000, 6000, "A", "B");
  await mask(5500, 7000, "A");
  await mask(7000, 8000, "A");
  await mask(9000, 9000, "A");
  await mask(20_000, 30_000);
  const last = await mask(2000, 3000, "B");
  const masks = await activeMasks(recording);
  expect(masks).toEqual({
    revision: last.revision,
    everywhere: [[20_000, 30_000]],
    channels: new Map([
      [
        "B",
        [
          [2000, 3000],
          [5000, 6000],
        ],
      ],
      ["A", [[5000, 8000]]],
    ]),
  });
  await chief.act(recording, { act: "delete", target: { id: last.id }, revision: last.revision });
  const after = await activeMasks(recording);
  expect([after.revision, after.channels.get("B")]).toEqual([last.revision + 1, [[5000, 6000]]]);
  expect(await activeMasks(recording)).toBe(after);
  const { mask_revision } = await chief.ask(calls.openAnnotations, { data_object_id: recording });
  expect(mask_revision).toBe(after.revision);
});

describe("large sessions", () => {
  it("are read in parts that leave nothing out, whatever is done meanwhile", async () => {
    const recording = await fresh();
    const [{ id: session }] = await chief.open(recording);
    const most = calls.annotationLimits.columns;
    await world.pool.query(
      `insert into annotation (recording_id, group_id, made_by, revision, start_ms, end_ms, title, description, kind, style)
       select $1, $2, $3, 1, 1000 + n / 16.0, 1000 + n / 16.0, 'Event ' || n % 7, '', 'note', $4 from generate_series(1, $5::int) n`,
      [recording, session, chief.user.id, JSON.stringify({ ...content(), kind: undefined }), most + 3],
    );
    await world.pool.query("update annotation_group set annotations = $2 where id = $1", [session, most + 3]);
    const [first, same] = await Promise.all([chief.part(session), ben.part(session)]);
    expect([first.count, first.titles.length, first.styles.length, same.count]).toEqual([most, 7, 1, most]);
    expect(first.next_after_id).toBe(first.ids[most - 1]);
    // One of the first part is changed, one deleted, and one is made, before the second part is read.
    const seen = fromColumns(first);
    const edit = (k: number) => ({ target: { id: seen[k].id }, revision: seen[k].revision });
    await chief.change(recording, [
      { act: "modify", ...edit(5), group_id: session, content: content({ annotation_text: "Changed" }) },
      { act: "delete", ...edit(6) },
      { act: "create", group_id: session, content: content({ annotation_text: "New" }) },
    ]);
    const second = await chief.part(session, first.next_after_id as number);
    expect([second.count, second.next_after_id]).toEqual([4, null]);
    const all = new Map([...seen, ...fromColumns(second)].map((one) => [one.id, one]));
    replay(await chief.log(recording, first.sequence), all);
    expect(all.size).toBe(most + 3);
    expect([all.get(seen[5].id)?.annotation_text, all.get(seen[6].id)]).toEqual(["Changed", undefined]);
    expect([...all.values()].filter(({ annotation_text }) => annotation_text === "New").length).toBe(1);
    // The specification's list holds them all, however many there are.
    const [{ id: other }] = await chief.open(await fresh());
    const lists = await ben.ask(calls.getAnnotations, { annotation_group_ids: [other, session] });
    expect(lists[other]).toEqual([]);
    const idsOf = (some: Iterable<{ id: number }>) => [...some].map(({ id }) => id).toSorted((x, y) => x - y);
    expect(idsOf(lists[session]).join() === idsOf(all.values()).join()).toBe(true);
    expect(lists[session].at(-1)).toMatchObject({ annotation_text: "New", group_id: session, user_id: chief.user.id });
    // Many are deleted in pieces, and all of them or none: the last of the third piece is gone already.
    const ids = seen.slice(10, 1111).map(({ id }) => id);
    const stood = (await chief.log(recording, first.sequence)).length;
    expect(await chief.refused(calls.deleteAnnotations, { annotation_ids: [...ids, seen[6].id] })).toEqual([
      404,
      "annotation_not_found",
    ]);
    expect((await chief.log(recording, first.sequence)).length).toBe(stood);
    await chief.ask(calls.deleteAnnotations, { annotation_ids: ids });
    const gone = (await chief.log(recording, first.sequence)).slice(stood);
    expect(gone.map(({ act, id }) => [act, id])).toEqual(ids.map((id) => ["delete", id]));
    expect((await chief.open(recording))[0].nannotations).toBe(most + 3 - ids.length);
  });

  it("are told in answers of some megabytes, however long their contents are", async () => {
    const recording = await fresh();
    const [{ id: session }] = await chief.open(recording);
    const count = 300;
    // As long as the parts of a content may be: 60 KB each, all different.
    await world.pool.query(
      `with made as (
         insert into annotation (recording_id, group_id, made_by, revision, start_ms, end_ms, title, description, kind, style)
         select $1, $2, $3, n + 1, 2000, 3000, 'n' || n, '', 'note', $4::jsonb ||
           jsonb_build_object('modalities', (select jsonb_agg(rpad(n || ' ' || k, 80, '脳')) from generate_series(1, 256) k))
         from generate_series(1, $5::int) n returning *
       ), told as (
         insert into annotation_log (recording_id, sequence, user_id, what, act, subject_id, group_id, after)
         select $1, revision, $3, 'annotation', 'modify', min(id) over (), $2, style || jsonb_build_object('start_time', start_ms,
           'end_time', end_ms, 'annotation_text', title, 'annotation_description', '', 'kind', kind) from made
       ), counted as (update annotation_group set annotations = $5 where id = $2)
       update annotation_head set sequence = $5::int + 1 where recording_id = $1`,
      [recording, session, chief.user.id, JSON.stringify({ ...content(), kind: undefined }), count],
    );
    const seen: Seen[] = [];
    let parts = 0;
    for (let after: number | null = 0; after !== null; parts++) {
      const part = await chief.part(session, after);
      seen.push(...fromColumns(part));
      expect(JSON.stringify(part.styles).length).toBeLessThan(2 ** 21);
      after = part.next_after_id;
    }
    expect([seen.map(({ annotation_text }) => annotation_text), parts > 3]).toEqual([
      Array.from({ length: count }, (_, k) => `n${k + 1}`),
      true,
    ]);
    const page = await chief.ask(calls.getAnnotationChanges, { data_object_id: recording, after: 1 });
    expect(page.entries.length).toBeLessThan(100);
    expect((await chief.log(recording)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: count + 1 }, (_, k) => k + 1),
    );
    const { entries } = await chief.ask(calls.getAnnotationHistory, { annotation_id: seen[0].id });
    expect(entries.length).toBeLessThan(100);
    expect([entries[0].sequence, entries.at(-1)?.before]).toEqual([
      count + 1,
      expect.objectContaining({ annotation_text: `n${count - entries.length}` }),
    ]);
    const history = (more: object) => chief.ask(calls.getAnnotationHistory, { annotation_id: seen[0].id, ...more });
    const older = await history({ before: count, most: 2 });
    expect([older.entries.map(({ sequence }) => sequence), older.has_more]).toEqual([[count - 1, count - 2], true]);
    expect(older.entries[1].before_group_id).toBe(session);
    const oldest = await history({ before: 4, most: 2 });
    expect([oldest.entries.map(({ sequence }) => sequence), oldest.has_more]).toEqual([[3, 2], false]);
    // That they are too long to be held is known before any of them is read.
    const read: unknown[] = [];
    const counting = new Proxy(world.drizzle, {
      get: (db, name) =>
        name !== "execute"
          ? Reflect.get(db, name)
          : async (question: SQL) => {
              const found = await db.execute(question);
              read.push(...found.rows);
              return found;
            },
    });
    const scope = { workspaceId: chief.user.workspaceId, userId: chief.user.id };
    expect((await listAnnotations(counting, scope, { annotation_group_ids: [session] })).long).toEqual([session]);
    expect(JSON.stringify(read).length).toBeLessThan(1000);
    const { [session]: listed } = await chief.ask(calls.getAnnotations, { annotation_group_ids: [session] });
    expect(listed).toEqual(seen.map((one) => expect.objectContaining({ id: one.id, modalities: one.modalities })));
  });

  it("end where a recording has as many as there can be", async () => {
    const recording = await fresh();
    const [{ id: session }] = await chief.open(recording);
    const { perRecording, groups } = calls.annotationLimits;
    await world.pool.query("update annotation_head set annotations = $2 where recording_id = $1", [
      recording,
      perRecording - 1,
    ]);
    const create = { act: "create", group_id: session, content: content() } as const;
    const [last, more] = await chief.change(recording, [create, create]);
    expect([last.outcome, answerOf(more)]).toEqual(["done", "too_many_annotations"]);
    await world.pool.query(
      `insert into annotation_group (recording_id, name, revision, since) select $1, 'n' || n, 1, 1 from generate_series(2, $2::int) n`,
      [recording, groups],
    );
    const another = { data_object_id: recording, annotation_group_name: "One more" };
    expect(await chief.refused(calls.createAnnotationGroup, another)).toEqual([409, "too_many_groups"]);
  });
});

describe("news", () => {
  const stands = async (recording: number) =>
    (await chief.ask(calls.openAnnotations, { data_object_id: recording })).sequence;

  it("tell who follows a recording, and may see it, where its log stands", async () => {
    const [recording, unfollowed] = [await fresh(), await fresh()];
    const [[{ id: session }], [{ id: aside }]] = [await ann.open(recording), await ann.open(unfollowed)];
    const [seen, blind] = [await viewNews(world.url, ben.token), await viewNews(world.url, chief.token)];
    const outside = await world.someone(allOfIt, world.foreign.site);
    const foreign = await viewNews(world.url, outside.token);
    await Promise.all([
      seen.followAnnotations(recording),
      foreign.followAnnotations(recording),
      blind.followAnnotations(),
    ]);
    for (let k = 0; k < 20; k++) {
      await ann.create(recording, session);
      await ann.create(unfollowed, aside);
    }
    const last = await stands(recording);
    await seen.until(() => seen.annotations.at(-1)?.sequence === last);
    expect(new Set(seen.annotations.map((news) => news?.data_object_id))).toEqual(new Set([recording]));
    const numbers = seen.annotations.map((news) => news?.sequence ?? 0);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    // What is followed instead, and is answered, is told from then on.
    await seen.followAnnotations(unfollowed);
    await ann.create(unfollowed, aside);
    await seen.until(() => seen.annotations.at(-1)?.data_object_id === unfollowed);
    expect([foreign.annotations, blind.annotations]).toEqual([[], []]);
    for (const { socket } of [seen, blind, foreign]) socket.close();
  });

  it("end with the right to see, and begin again with it", async () => {
    const recording = await fresh();
    const [{ id: session }] = await ann.open(recording);
    const reader = await world.someone(["visualize_data", "access_data_visualize"]);
    const { id, roleId } = reader.user;
    const [seen, witness] = [await viewNews(world.url, reader.token), await viewNews(world.url, ben.token)];
    await Promise.all([seen.followAnnotations(recording), witness.followAnnotations(recording)]);
    const write = async () => {
      await ann.create(recording, session);
      const last = await stands(recording);
      await witness.until(() => witness.annotations.at(-1)?.sequence === last);
      return last;
    };
    const told = () => world.bus.send({ kind: "users-changed", workspaceId: world.workspaceId, userIds: [id] });
    const first = await write();
    await seen.until(() => seen.annotations.at(-1)?.sequence === first);
    for (const take of [
      () => setScope(world.pool, id, { projectIds: world.places.projectIds, siteIds: [] }),
      () => setPermissions(world.pool, roleId, ["access_data_visualize"]),
    ]) {
      const before = seen.annotations.length;
      await take();
      told();
      await write();
      await write();
      // Following it again is answered, and changes nothing.
      await seen.followAnnotations(recording);
      await write();
      expect(seen.annotations.slice(before).filter((news) => news !== null)).toEqual([]);
      await setScope(world.pool, id, world.places);
      await setPermissions(world.pool, roleId, ["visualize_data", "access_data_visualize"]);
      told();
      await seen.until(() => seen.annotations.slice(before).includes(null));
      await seen.followAnnotations(recording);
      const last = await write();
      await seen.until(() => seen.annotations.at(-1)?.sequence === last);
    }
    // After a loss of the bus any of them may have moved.
    const before = seen.annotations.length;
    world.bus.send({ kind: "bus-resumed" });
    await seen.until(() => seen.annotations.slice(before).includes(null));
    for (const { socket } of [seen, witness]) socket.close();
  });

  it("are asked for by what is of the schema, and not without end", async () => {
    const seen = await viewNews(world.url, ben.token);
    const ask = seen.socket as unknown as { emit(event: string, ...rest: unknown[]): void };
    for (const bad of [
      null,
      [],
      { data_object_ids: ["1"] },
      { data_object_ids: Array(21).fill(1) },
      { data_object_ids: [-1] },
    ])
      ask.emit("follow_annotations", bad, () => seen.annotations.push(null));
    ask.emit("follow_annotations", { data_object_ids: [1] }, "no function");
    await seen.followAnnotations(2_000_000_000);
    expect(seen.annotations).toEqual([]);
    const ended = new Promise((resolve) => seen.socket.once("disconnect", resolve));
    for (let k = 0; k < 100; k++) ask.emit("follow_annotations", { data_object_ids: [] });
    expect(await ended).toBe("io server disconnect");
  });
});

describe("all ways of reading say the same", () => {
  it("after 20 people have written at once", async () => {
    const recording = await fresh();
    const [{ id: session }] = await chief.open(recording);
    const people = await Promise.all(Array.from({ length: 20 }, () => world.someone(writing)));
    await Promise.all(
      people.map(async (person, n) => {
        const mine: { id: number; revision: number }[] = [];
        for (let k = 0; k < 6; k++) {
          mine.push(await person.create(recording, session, { annotation_text: `${n} ${k}`, start_time: 1000 + n }));
          if (k % 2 === 0) continue;
          const { id, revision } = mine[k - 1];
          const moved = { group_id: session, content: content({ annotation_text: `${n} ${k} again` }) };
          await person.act(recording, { act: "modify", target: { id }, revision, ...moved });
        }
      }),
    );
    const log = await chief.log(recording);
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, k) => k + 1));
    expect(log.length).toBe(1 + 20 * 9);
    const rows = sorted(fromColumns(await chief.part(session)));
    expect(rows.length).toBe(120);
    expect(sorted(replay(log).values())).toEqual(rows);
  });

  it("whatever three clients make, change, delete, move and bring back", async () => {
    const recording = await fresh();
    const first = (await chief.open(recording))[0].id;
    const { id: second } = await chief.ask(calls.createAnnotationGroup, {
      data_object_id: recording,
      annotation_group_name: "Second",
    });
    const people = [chief, await world.someone(), await world.someone()];
    let seed = 20261123;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const revisions = new Map<number, number>();
    /** Read under way, and kept true by the log. */
    let early = new Map<number, Seen>();
    let done = 0;
    for (let round = 0; round < 25; round++) {
      if (round === 10) early = new Map(fromColumns(await chief.part(first)).map((one) => [one.id, one]));
      const batches = people.map((person) => {
        const acts = Array.from({ length: 1 + random(4) }, (): calls.AnnotationAct => {
          const made = {
            group_id: random(2) ? first : second,
            content: content({ annotation_text: `n${random(1e6)}` }),
          };
          const ids = [...revisions.keys()];
          if (ids.length === 0 || random(4) === 0) return { act: "create", ...made };
          const id = ids[random(ids.length)];
          const change = { target: { id }, revision: random(5) === 0 ? null : (revisions.get(id) as number) };
          const act = (["modify", "delete", "restore"] as const)[random(3)];
          return act === "delete" ? { act, ...change } : { act, ...change, ...made };
        });
        return person.change(recording, acts, random(4) === 0);
      });
      for (const outcome of (await Promise.all(batches)).flat()) {
        if (outcome.outcome !== "done") continue;
        revisions.set(outcome.id, Math.max(outcome.revision, revisions.get(outcome.id) ?? 0));
        done++;
      }
    }
    expect(done).toBeGreaterThan(50);
    const log = await chief.log(recording);
    expect(log.length).toBe(2 + done);
    const state = sorted(replay(log).values());
    const listed = [...(await chief.list(first)), ...(await chief.list(second))].map(
      ({ user_email, user_full_name, timestamp, ...seen }) => seen,
    );
    expect(sorted(listed)).toEqual(state);
    const parts = [...fromColumns(await chief.part(first)), ...fromColumns(await chief.part(second))];
    expect(sorted(replay(log, new Map(parts.map((one) => [one.id, one]))).values())).toEqual(state);
    expect(sorted(replay(log, early).values())).toEqual(state);
    const counts = (await chief.open(recording)).map(({ id, nannotations }) => [id, nannotations]);
    expect(counts).toEqual([first, second].map((id) => [id, state.filter(({ group_id }) => group_id === id).length]));
  });
});
