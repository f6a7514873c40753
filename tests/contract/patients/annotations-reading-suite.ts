/** Annotations as others read them: files, the audit, masks, and sessions of any size. */
import { once } from "node:events";
import { request, type ServerResponse } from "node:http";
import type { SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { logOut } from "../../../src/protocol/accounts.ts";
import { exportAnnotations } from "../../../src/protocol/annotation-exchange.ts";
import * as logCalls from "../../../src/protocol/annotation-log.ts";
import * as calls from "../../../src/protocol/annotations.ts";
import { listAnnotations } from "../../../src/server/annotations/list.ts";
import { setScope } from "../../support/accounts.ts";
import { addRecording, answerOf, type Cast, content, fromColumns, replay, type Seen } from "./annotations-world.ts";

export function testReading(cast: () => Cast): void {
  let world: Cast["world"];
  let activeMasks: Cast["activeMasks"];
  let ann: Cast["ann"];
  let ben: Cast["ben"];
  let chief: Cast["chief"];
  beforeAll(() => {
    ({ world, activeMasks, ann, ben, chief } = cast());
  });
  const fresh = () => addRecording(world, world.places);
  /** So many annotations, as long as the parts of a content may be: 60 KB each, all different. */
  const fill = async (recording: number, session: number, count: number) => {
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
  };

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
      { action: logCalls.openAnnotations.path, facts: expect.objectContaining({ groups: [session] }), times: 1 },
      {
        action: logCalls.changeAnnotations.path,
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
    const { mask_revision } = await chief.ask(logCalls.openAnnotations, { data_object_id: recording });
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
      // A part that is full and the last says so itself.
      const last = await chief.part(session, first.ids[2]);
      expect([last.count, last.next_after_id]).toEqual([most, null]);
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
      expect(lists[session].at(-1)).toMatchObject({
        annotation_text: "New",
        group_id: session,
        user_id: chief.user.id,
      });
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
      await fill(recording, session, count);
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
      const page = await chief.ask(logCalls.getAnnotationChanges, { data_object_id: recording, after: 1 });
      expect(page.entries.length).toBeLessThan(100);
      expect((await chief.log(recording)).map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: count + 1 }, (_, k) => k + 1),
      );
      const { entries } = await chief.ask(logCalls.getAnnotationHistory, { annotation_id: seen[0].id });
      expect(entries.length).toBeLessThan(100);
      expect([entries[0].sequence, entries.at(-1)?.before]).toEqual([
        count + 1,
        expect.objectContaining({ annotation_text: `n${count - entries.length}` }),
      ]);
      const history = (more: object) =>
        chief.ask(logCalls.getAnnotationHistory, { annotation_id: seen[0].id, ...more });
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

    it("are sent no further to who loses the site, or signs out, meanwhile", async () => {
      const recording = await fresh();
      const [{ id: session }] = await chief.open(recording);
      await fill(recording, session, 300);
      const reader = await world.someone(["visualize_data"]);
      /** A long list whose first bytes have come, and that is taken no further. */
      const begun = async () => {
        const headers = { authorization: reader.token, "content-type": "application/json" };
        const asked = request(world.url + calls.getAnnotations.path, { method: "POST", headers, agent: false });
        const [[, made]] = await Promise.all([
          once(world.app.http.server, "request") as Promise<[unknown, ServerResponse]>,
          once(asked, "response"),
          asked.end(JSON.stringify({ annotation_group_ids: [session] })),
        ]);
        expect([made.statusCode, made.writableFinished]).toEqual([200, false]);
        asked.on("error", () => undefined); // it is broken off
        return { end: once(made, "close").then(() => made.writableFinished), let: () => asked.destroy() };
      };
      const { id } = reader.user;
      const placed = await begun();
      await setScope(world.pool, id, { ...world.places, siteIds: [] });
      world.bus.send({ kind: "users-changed", workspaceId: world.workspaceId, userIds: [id] });
      expect(await placed.end).toBe(false);
      placed.let();
      await setScope(world.pool, id, world.places);
      const signedIn = await begun();
      await reader.ask(logOut, {});
      expect(await signedIn.end).toBe(false);
      signedIn.let();
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

    it("are in a session that is made once, however often the call of a lost answer comes", async () => {
      const recording = await fresh();
      await chief.open(recording);
      const request_key = "0123456789abcdef0123456789abcdef";
      const made = { data_object_id: recording, annotation_group_name: "Night", request_key };
      const first = await chief.ask(calls.createAnnotationGroup, made);
      const before = (await chief.ask(logCalls.openAnnotations, { data_object_id: recording })).sequence;
      expect(await chief.ask(calls.createAnnotationGroup, made)).toEqual(first);
      const now = await chief.ask(logCalls.openAnnotations, { data_object_id: recording });
      expect(now.sequence).toBe(before);
      expect(now.groups.filter(({ group_name }) => group_name === "Night")).toHaveLength(1);
      // Another key, another person and another recording make their own.
      expect(await chief.refused(calls.createAnnotationGroup, { ...made, request_key: "f".repeat(32) })).toEqual([
        409,
        "group_name_taken",
      ]);
      expect(await ben.refused(calls.createAnnotationGroup, made)).toEqual([409, "group_name_taken"]);
      const elsewhere = await fresh();
      const there = await chief.ask(calls.createAnnotationGroup, { ...made, data_object_id: elsewhere });
      expect(there.id).not.toBe(first.id);
      // What was deleted since is not there.
      await chief.ask(calls.deleteAnnotationGroup, { annotation_group_id: first.id });
      expect((await chief.ask(calls.createAnnotationGroup, made)).id).not.toBe(first.id);
    });
  });
}
