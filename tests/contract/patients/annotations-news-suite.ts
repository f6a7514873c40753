/** What followers of a recording are told, and that all ways of reading say the same. */
import { beforeAll, describe, expect, it } from "vitest";
import * as logCalls from "../../../src/protocol/annotation-log.ts";
import * as calls from "../../../src/protocol/annotations.ts";
import { setPermissions, setScope } from "../../support/accounts.ts";
import {
  addRecording,
  allOfIt,
  type Cast,
  content,
  fromColumns,
  replay,
  type Seen,
  sorted,
  writing,
} from "./annotations-world.ts";
import { viewNews } from "./news-world.ts";

export function testNews(cast: () => Cast): void {
  let world: Cast["world"];
  let ann: Cast["ann"];
  let ben: Cast["ben"];
  let chief: Cast["chief"];
  beforeAll(() => {
    ({ world, ann, ben, chief } = cast());
  });
  const fresh = () => addRecording(world, world.places);

  describe("news", () => {
    const stands = async (recording: number) =>
      (await chief.ask(logCalls.openAnnotations, { data_object_id: recording })).sequence;

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
      const said = (...sent: unknown[]) => new Promise((resolve) => ask.emit("follow_annotations", ...sent, resolve));
      for (const bad of [
        null,
        [],
        { data_object_ids: ["1"] },
        { data_object_ids: Array(21).fill(1) },
        { data_object_ids: [-1] },
      ])
        expect(await said(bad)).toMatchObject({ error: { code: "bad_request" } });
      expect(await said()).toMatchObject({ error: { code: "bad_request" } });
      expect(await said({ data_object_ids: [1] }, "more", 5)).toBeUndefined();
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
          const acts = Array.from({ length: 1 + random(4) }, (): logCalls.AnnotationAct => {
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
      const stood = new Map<number, number>();
      for (const { what, act, id, group_id, left_group_id } of log) {
        if (what !== "annotation") continue;
        const before = stood.get(id) ?? group_id;
        expect(left_group_id).toBe(act === "modify" && before !== group_id ? before : null);
        stood.set(id, group_id);
      }
      expect(log.some(({ left_group_id }) => left_group_id !== null)).toBe(true);
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
}
