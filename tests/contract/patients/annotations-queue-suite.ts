/** A queue of changes, and whose changes are taken. */
import { beforeAll, describe, expect, it } from "vitest";
import { exportAnnotations } from "../../../src/protocol/annotation-exchange.ts";
import * as logCalls from "../../../src/protocol/annotation-log.ts";
import * as calls from "../../../src/protocol/annotations.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { annotationServerText } from "../../../src/protocol/text/annotation-server-text.ts";
import { setPermissions, setScope } from "../../support/accounts.ts";
import { addRecording, allOfIt, type Cast, content } from "./annotations-world.ts";

const { rules } = annotationServerText;

export function testQueue(cast: () => Cast): void {
  let world: Cast["world"];
  let ann: Cast["ann"];
  let ben: Cast["ben"];
  let chief: Cast["chief"];
  let group: Cast["group"];
  beforeAll(() => {
    ({ world, ann, ben, chief, group } = cast());
  });
  const fresh = () => addRecording(world, world.places);

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
      const answers = await Promise.all(Array.from({ length: 5 }, () => ann.ask(logCalls.changeAnnotations, body)));
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
      const [other] = (await ben.ask(logCalls.changeAnnotations, { ...body, changes: [changes[0]] })).outcomes;
      expect(other).toMatchObject({ outcome: "done", revision: 6 });
      const stolen = { number: 3, act: { act: "create", group_id: session, content: content({ opacity: 1 }) } };
      const [refused] = (await ann.ask(logCalls.changeAnnotations, { ...body, changes: [stolen] })).outcomes;
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
      const { sequence } = await ann.ask(logCalls.openAnnotations, { data_object_id: recording });
      const whole = await ann.change(recording, [good, bad, good], true);
      expect(whole.map((one) => one.outcome === "refused" && one.code)).toEqual([
        "not_done",
        "bad_annotation",
        "not_done",
      ]);
      expect((await ann.ask(logCalls.openAnnotations, { data_object_id: recording })).sequence).toBe(sequence);
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
        (await ann.ask(logCalls.changeAnnotations, { ...body, ...more })).outcomes.map((one) =>
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
      const [, conflict] = (await ann.ask(logCalls.changeAnnotations, { ...whole, is_whole: true })).outcomes;
      expect(conflict).toMatchObject({ code: "annotation_changed", theirs: null });
      const [made, theirs] = (await ann.ask(logCalls.changeAnnotations, whole)).outcomes;
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
        { ...change({}), changes: [{ number: 1, act: { act: "delete", target: { made_by: 1e20 }, revision: null } }] },
        {
          ...change({}),
          changes: Array(501).fill({ number: 1, act: { act: "delete", target: { id: 1 }, revision: 1 } }),
        },
        `{"data_object_id":1,"changes":${"[".repeat(100)}`,
      ])
        expect((await ann.refused(logCalls.changeAnnotations, body))[0], JSON.stringify(body).slice(0, 80)).toBe(400);
      expect(await ann.refused(logCalls.getAnnotationChanges, { data_object_id: world.recording, after: 1e9 })).toEqual(
        [409, "log_too_short"],
      );
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
      const as = async (act: logCalls.AnnotationAct) =>
        typeof (await person.act(recording, act)) === "string" ? "no" : "done";
      expect(await as({ act: "create", group_id: session, content: content() })).toBe(creates);
      for (const [{ id, revision }, expected] of [
        [mine, own],
        [theirs, others],
      ] as const) {
        const now = { target: { id }, group_id: session, content: content() };
        expect(await as({ act: "modify", revision, ...now })).toBe(expected);
        const entries = (await chief.ask(logCalls.getAnnotationHistory, { annotation_id: id })).entries;
        expect(await as({ act: "delete", target: { id }, revision: entries[0].sequence })).toBe(expected);
        const last = (await chief.ask(logCalls.getAnnotationHistory, { annotation_id: id })).entries;
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
          [logCalls.openAnnotations, { data_object_id: one.recording }],
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
          [logCalls.changeAnnotations, queue(one.recording, act(one.session))],
          [logCalls.getAnnotationChanges, { data_object_id: one.recording, after: 0 }],
          [logCalls.getAnnotationHistory, { annotation_id: one.id }],
          [logCalls.getAnnotationColumns, { annotation_group_id: one.session, after_id: 0 }],
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
}
