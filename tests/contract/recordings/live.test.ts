/** The calls of gateways: who may make them, what they take, and that an answer that was lost costs nothing. */
import { cpSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getAdmissionInfo } from "../../../src/protocol/admission.ts";
import * as live from "../../../src/protocol/live.ts";
import type { AnswerOf, BodyOf } from "../../../src/protocol/route.ts";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { liveText } from "../../../src/protocol/text/live-text.ts";
import { writeBlocks } from "../../../src/server/live/blocks.ts";
import { demandLivePatient, revokeForgotten } from "../../../src/server/live/gateways.ts";
import { LiveStreams } from "../../../src/server/live/index.ts";
import { streamById } from "../../../src/server/live/stream-rows.ts";
import { closeEnded } from "../../../src/server/live/upkeep.ts";
import { openRecordings, type RecordingStore } from "../../../src/server/recordings/index.ts";
import { addProject, addSite, addToken, addWorkspace } from "../../support/accounts.ts";
import { type Answer, makeWorld, type World } from "../accounts/accounts-world.ts";
import { appendPath, bodyMaker, eegHz, orderOf, startMs } from "./live-world.ts";

const { refused, gateways: told } = liveText;

let world: World;
let recordings: RecordingStore;
/** Uploads for the patients of the first site; one who sees a second site; one of another workspace. */
let uploader: string;
let wider: string;
let foreigner: string;
let viewer: string;
let ofFirstSite: { projectIds: number[]; siteIds: number[] };
let own: number;
let second: number;
let foreign: number;
/** Of the patient `own`. */
let gateway: string;

async function addPatient(workspaceId: number, project: number, site: number, identifier = "made"): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [workspaceId, project, site, identifier],
  );
  return rows[0].id;
}

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  recordings = openRecordings({ db: world.drizzle, dataDir: world.dataDir });
  const project = await addProject(pool, workspaceId);
  const [site, otherSite] = [await addSite(pool, workspaceId), await addSite(pool, workspaceId)];
  const [scope, wide] = [[site], [site, otherSite]].map((siteIds) => ({ projectIds: [project], siteIds }));
  ofFirstSite = scope;
  uploader = await addToken(pool, await world.person(["upload_data"], scope));
  wider = await addToken(pool, await world.person(["upload_data"], wide));
  viewer = await addToken(pool, await world.person(["access_data_visualize", "visualize_data"], scope));
  own = await addPatient(workspaceId, project, site);
  second = await addPatient(workspaceId, project, otherSite);
  const other = await addWorkspace(pool);
  const there = [await addProject(pool, other), await addSite(pool, other)] as const;
  foreign = await addPatient(other, ...there);
  const stranger = { workspaceId: other, projectIds: [there[0]], siteIds: [there[1]] };
  foreigner = await addToken(pool, await world.person(["upload_data"], stranger));
  gateway = (await makeGateway("Bed 1")).credential;
}, 120_000);
afterAll(async () => {
  recordings?.close();
  await world?.close();
});

const makeGateway = (name: string, patient_ids = [own], token = uploader) =>
  world.answer(live.createGateway, { name, patient_ids }, { token });
const gatewaysOf = async (token: string, patient_id = own) =>
  (await world.answer(live.listGateways, { patient_id }, { token })).gateways;
const create = (more: Partial<BodyOf<typeof live.createStream>> = {}, token = gateway, key = `k${Math.random()}`) =>
  world.call(live.createStream, orderOf(own, key, more), { token });
const begin = async (token = gateway): Promise<number> => {
  const { status, text } = await create({}, token);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return JSON.parse(text).stream_id;
};
const standing = (stream_id: number, token = gateway) => world.answer(live.getStream, { stream_id }, { token });

async function append(
  stream: number,
  sequence: number | string,
  body: Uint8Array | string,
  { token = gateway, type = "application/octet-stream" } = {},
): Promise<Pick<Answer, "status" | "text">> {
  const { statusCode, body: text } = await world.app.http.inject({
    method: "POST",
    url: appendPath(stream, sequence),
    headers: { authorization: token, "content-type": type },
    payload: Buffer.from(body),
  });
  return { status: statusCode, text };
}

const accepted = async (...told: Parameters<typeof append>) => {
  const { status, text } = await append(...told);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return JSON.parse(text) as AnswerOf<typeof live.appendBlocks>;
};
const sentence = ({ text }: Pick<Answer, "text">) => JSON.parse(text).errorMessage;
const samplesOf = async (id: number): Promise<number> =>
  (await recordings.get(id, "everything"))?.groups[0].sample_count ?? -1;

describe("gateways", () => {
  it("are made, seen and revoked by those who upload for their patients", async () => {
    const made = await makeGateway("  Bed 2 ");
    expect(made.credential).toMatch(/^gateway-[\w-]{43}$/);
    const [first, one] = await gatewaysOf(uploader);
    expect(first).toMatchObject({ name: "Bed 1", is_allowed: true, may_revoke: true });
    expect(one).toMatchObject({ gateway_id: made.gateway_id, name: "Bed 2", used_at: null, open_streams: 0 });
    expect(await gatewaysOf(wider)).toHaveLength(2);
    expect(await gatewaysOf(wider, second)).toMatchObject([{ is_allowed: false }, { is_allowed: false }]);
    for (const [token, patient_id] of [
      [foreigner, own],
      [uploader, second],
      [uploader, foreign],
    ] as const)
      expect((await world.call(live.listGateways, { patient_id }, { token })).status).toBe(404);
    for (const patient_ids of [[foreign], [own, second]])
      expect((await world.call(live.createGateway, { name: "x", patient_ids }, { token: uploader })).status).toBe(404);
    const nameless = await world.call(live.createGateway, { name: "  ", patient_ids: [own] }, { token: uploader });
    expect([nameless.status, nameless.text]).toEqual([400, told.name]);

    const rows = await world.pool.query("select hash from gateway where id = $1", [made.gateway_id]);
    expect(rows.rows[0].hash).toMatch(/^[0-9a-f]{64}$/);
    const token = made.credential;
    expect(await world.answer(live.getLivePatients, {}, { token })).toMatchObject({
      patients: [{ patient_id: own, patient_identifier: "made" }],
    });
    expect((await gatewaysOf(uploader))[1].used_at).toBeGreaterThan(Date.now() - 60_000);
    await world.answer(live.revokeGateway, { gateway_id: made.gateway_id }, { token: wider });
    expect((await world.call(live.getLivePatients, {}, { token })).status).toBe(401);
    expect(await gatewaysOf(uploader)).toHaveLength(1);
    const again = await world.call(live.revokeGateway, { gateway_id: made.gateway_id }, { token: uploader });
    expect([again.status, again.text]).toEqual([404, told.notFound]);
    const audit = await world.pool.query("select action, permission from user_action order by id");
    expect(audit.rows).toContainEqual({ action: live.createGateway.path, permission: "upload_data" });
    expect(audit.rows).toContainEqual({ action: live.revokeGateway.path, permission: "upload_data" });
  });

  it("are taken a patient by those who see it, and revoked by those who see all their patients", async () => {
    const { gateway_id, credential: token } = await makeGateway("Both sites", [own, second], wider);
    const gone = await world.call(live.revokeGateway, { gateway_id }, { token: uploader });
    expect([gone.status, gone.text]).toEqual([403, told.othersPatients]);
    expect((await gatewaysOf(uploader)).find((one) => one.gateway_id === gateway_id)?.may_revoke).toBe(false);
    for (const [who, patient_id, status] of [
      [uploader, second, 404],
      [foreigner, foreign, 404],
      [uploader, own, 200],
    ] as const) {
      const answer = await world.call(
        live.setGatewayPatient,
        { gateway_id, patient_id, is_allowed: false },
        { token: who },
      );
      expect(answer.status).toBe(status);
    }
    const order = orderOf(own, "taken");
    expect((await world.call(live.createStream, order, { token })).status).toBe(403);
    const back = { gateway_id, patient_id: own, is_allowed: true };
    // Who does not see the gateway any more cannot give it their patient.
    expect((await world.call(live.setGatewayPatient, back, { token: uploader })).status).toBe(404);
    await world.answer(live.setGatewayPatient, back, { token: wider });
    expect((await world.call(live.createStream, order, { token })).status).toBe(200);
    await world.answer(live.revokeGateway, { gateway_id }, { token: wider });
  });
});

describe("gateways of one person", () => {
  it("are fifty, and those that nobody sees any more are revoked", async () => {
    const person = await world.person(["upload_data"], ofFirstSite);
    const token = await addToken(world.pool, person);
    await world.pool.query(
      `insert into gateway (workspace_id, name, hash, made_by)
       select $1, 'x', 'x' || n, $2 from generate_series(1, $3) as n`,
      [world.workspaceId, person.id, live.liveLimits.gatewaysOfMaker],
    );
    const one = { name: "More", patient_ids: [own] };
    const more = await world.call(live.createGateway, one, { token });
    expect([more.status, more.text]).toEqual([409, told.tooManyOwn(live.liveLimits.gatewaysOfMaker)]);
    await world.pool.query("update gateway set made_by = null where hash in ('x1', 'x2')");
    await world.pool.query(
      "insert into gateway_patient (gateway_id, patient_key) select id, $1 from gateway where hash = 'x2'",
      [own],
    );
    expect(await revokeForgotten(world.drizzle)).toHaveLength(1);
    const { rows } = await world.pool.query("select hash from gateway where hash like 'x%' and revoked_at is not null");
    expect(rows).toEqual([{ hash: "x1" }]);
  });
});

describe("a stream", () => {
  it("is made once, grows by numbers, is resumed by its key, and is a recording like any other in the end", async () => {
    const bodies = bodyMaker();
    const order = orderOf(own, "first");
    const ask = () => world.answer(live.createStream, order, { token: gateway });
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one).toEqual(two);
    expect(one).toEqual({
      stream_id: expect.any(Number),
      next_sequence: 0,
      start_ms: startMs,
      end_ms: startMs,
      is_closed: false,
    });
    const { stream_id } = one;
    const other = await world.call(live.createStream, { ...order, name: "Another" }, { token: gateway });
    expect([other.status, sentence(other)]).toEqual([409, refused.otherHead]);
    // Who was started anew may not know when it began.
    const anew = { ...order, start_ms: startMs + 99_000 };
    expect(await world.answer(live.createStream, anew, { token: gateway })).toEqual(one);

    const first = bodies(2);
    expect(await accepted(stream_id, 0, first)).toMatchObject({ next_sequence: 1, is_repeated: false });
    // The answer was lost.
    expect(await accepted(stream_id, 0, first)).toMatchObject({ next_sequence: 1, is_repeated: true });
    const later = bodies(1);
    const gap = await append(stream_id, 2, later);
    expect([gap.status, JSON.parse(gap.text)]).toEqual([
      409,
      { errorMessage: refused.sequence(1), code: "wrong_sequence", next_sequence: 1 },
    ]);
    // A gateway that counts anew is not told that what it sends was taken, also when its clock is slow.
    for (const body of [later, bodyMaker()(1)])
      expect(JSON.parse((await append(stream_id, 0, body)).text)).toEqual({
        ...{ errorMessage: refused.taken(1), code: "wrong_sequence", next_sequence: 1 },
      });
    expect(await accepted(stream_id, 1, later)).toMatchObject({ next_sequence: 2, end_ms: startMs + 3000 });
    // The answer before the last one came, or the last append would not have been sent.
    expect([(await append(stream_id, 0, first)).status, (await accepted(stream_id, 1, later)).is_repeated]).toEqual([
      409,
      true,
    ]);
    expect(await accepted(stream_id, 2, bodies(1, { gapMs: 10_000 }))).toMatchObject({ next_sequence: 3 });
    expect(await standing(stream_id)).toMatchObject({ next_sequence: 3, end_ms: startMs + 14_000, is_closed: false });
    expect(await ask()).toMatchObject({ stream_id, next_sequence: 3 });
    expect(await world.answer(getAdmissionInfo, { patient_id: own }, { token: viewer })).toMatchObject({
      is_recording: true,
    });

    for (let k = 0; k < 2; k++)
      expect(await world.answer(live.closeStream, { stream_id }, { token: gateway })).toEqual({
        ...{ stream_id, next_sequence: null, start_ms: startMs, end_ms: startMs + 14_000, is_closed: true },
      });
    expect(await ask()).toMatchObject({ stream_id, next_sequence: null, is_closed: true });
    const over = await append(stream_id, 3, bodies(1));
    expect([over.status, sentence(over)]).toEqual([409, refused.closed]);
    const listed = (await world.answer(getRecordings, {}, { token: viewer })).recordings.find(
      (recording) => recording.data_object_id === stream_id,
    );
    expect(listed).toMatchObject({
      obj_name: "Bed 1",
      state: "ready",
      gap_count: 1,
      size_bytes: 14 * (eegHz * 6 + 80),
    });
    expect((await recordings.integrity.verify(stream_id))?.state).toBe("good");
    const actions = await world.pool.query("select action, facts from user_action where user_id is null order by id");
    expect(actions.rows.slice(-2)).toMatchObject([
      { action: live.createStream.path, facts: { recording_id: stream_id } },
      { action: live.closeStream.path, facts: { recording_id: stream_id } },
    ]);
  });

  it("refuses what cannot be a block, and goes on as it was", async () => {
    const stream = await begin();
    const bodies = bodyMaker();
    const whole = bodies(1);
    const changed = (change: (view: DataView) => void) => {
      const copy = Uint8Array.from(whole);
      change(new DataView(copy.buffer));
      return copy;
    };
    const { form } = refused;
    const pressure = 16 + eegHz * 3 * 2;
    const cases: [Uint8Array | string, string][] = [
      ["", form.empty],
      [whole.subarray(0, 10), form.short],
      [whole.subarray(0, 700), form.short],
      [Buffer.concat([whole, Buffer.alloc(3)]), form.short],
      [changed((view) => view.setUint16(0, 7, true)), form.group(7)],
      [changed((view) => view.setUint8(2, 2)), form.type(0)],
      [changed((view) => view.setUint8(3, 4)), form.flags],
      [changed((view) => view.setUint32(4, 0, true)), form.count(0)],
      [changed((view) => view.setUint32(4, 2 ** 32 - 1, true)), form.count(0)],
      [changed((view) => view.setFloat64(8, Number.NaN, true)), form.time],
      [changed((view) => view.setFloat64(8, Number.POSITIVE_INFINITY, true)), form.time],
      [changed((view) => view.setFloat64(8, startMs - 1000, true)), form.early],
      [changed((view) => view.setFloat64(8, Date.UTC(9999, 0), true)), form.ahead],
      [changed((view) => view.setFloat64(8, Date.now() + 180_000, true)), form.ahead],
      [
        changed((view) => view.setFloat64(8, startMs + 25 * 3_600_000, true)),
        "A gap of more than 24 hours: close this recording and begin another one.",
      ],
      [changed((view) => view.setFloat32(pressure + 16, Number.NaN, true)), form.value(1)],
      [Buffer.concat([whole, bodies(1)]), "A group may have one block at a time."],
    ];
    for (const [body, why] of cases) {
      const answer = await append(stream, 0, body);
      expect([answer.status, sentence(answer)]).toEqual([400, why]);
    }
    for (const sequence of ["", "x", -1, 1.5, Number.NaN])
      expect([sequence, (await append(stream, sequence, whole)).status]).toEqual([sequence, 400]);
    expect((await append(stream, 0, "{}", { type: "application/json" })).status).toBe(415);
    expect((await append(stream, 0, Buffer.alloc(live.liveLimits.appendBytes + 1))).status).toBe(413);
    await accepted(stream, 0, whole);
    const before = await append(stream, 1, whole);
    expect([before.status, sentence(before)]).toEqual([400, "The block begins before the end."]);
    expect(await standing(stream)).toMatchObject({ next_sequence: 1, end_ms: startMs + 1000 });
  });

  it("refuses what would make the grid too long for its sums", async () => {
    const [, pressure] = orderOf(own, "x").groups;
    const groups = ["A", "B"].map((modality) => ({ ...pressure, modality, sampling_hz: 50_000 }));
    const { text } = await create({ groups });
    const { stream_id } = JSON.parse(text);
    const far = startMs + 23 * 3_600_000;
    const blocks = [0, 1].map((group) => ({ group, startMs: far, count: 10, data: new Float32Array(10) }));
    const both = await append(stream_id, 0, writeBlocks(blocks));
    expect([both.status, sentence(both)]).toEqual([
      400,
      "The recording is too long for its rates: close it and begin another one.",
    ]);
    expect(await accepted(stream_id, 0, writeBlocks(blocks.slice(0, 1)))).toMatchObject({ next_sequence: 1 });
  });

  it("refuses descriptions that cannot be", async () => {
    const [group] = orderOf(own, "x").groups;
    const { head } = refused;
    const cases: [Partial<BodyOf<typeof live.createStream>>, string][] = [
      [{ start_ms: Date.UTC(9999, 0) }, head.start],
      [{ start_ms: 0 }, head.start],
      [{ timezone: "Moon/Crater" }, head.zone],
      [{ groups: [group, group] }, head.modalities],
      [{ groups: [{ ...group, sampling_hz: 0 }] }, head.rate("EEG_na")],
      [{ groups: [{ ...group, sampling_hz: 1e9 }] }, head.rate("EEG_na")],
      [{ groups: [{ ...group, channels: [{ ...group.channels[0], gain: 0 }] }] }, head.calibration("EEG_na")],
      ...[{ gain: 1e308 }, { offset: -1e308 }, { gain: 5e-324, unit: "nV" }].map((one): (typeof cases)[number] => [
        { groups: [{ ...group, channels: [{ ...group.channels[0], unit: "V", ...one }] }] },
        head.calibration("EEG_na"),
      ]),
      ...[{ gain: 1e35 }, { offset: -1e39 }].map((one): (typeof cases)[number] => [
        { groups: [{ ...group, channels: [{ ...group.channels[0], ...one }] }] },
        head.calibration("EEG_na"),
      ]),
      ...["a\r\nb", "\ud800", "\u0000"].flatMap((text): typeof cases => [
        [{ name: text }, head.plain],
        ...[{ label: text }, { unit: text }, { prefilter: text }].map((one): (typeof cases)[number] => [
          { groups: [{ ...group, channels: [{ ...group.channels[0], ...one }] }] },
          head.plain,
        ]),
        [{ groups: [{ ...group, modality: text }] }, head.plain],
      ]),
      [{ groups: [{ ...group, sampling_hz: 19.9 }] }, head.kind("EEG_na", 20)],
      [{ groups: [{ ...group, kind: "numeric", sampling_hz: 20 }] }, head.kind("EEG_na", 20)],
      [
        {
          groups: Array.from({ length: 5 }, (_, n) => ({
            ...{ ...group, modality: `${n}`, kind: "numeric" as const, sampling_hz: 19 },
            channels: Array(100).fill(group.channels[0]),
          })),
        },
        head.blocks,
      ],
      [{ groups: [{ ...group, channels: [{ ...group.channels[0], unit: "mmHg" }] }] }, head.voltage("EEG_na")],
      [{ groups: [{ ...group, sampling_hz: 50_000, channels: Array(100).fill(group.channels[0]) }] }, head.volume],
      [
        { groups: [1, 2].map((n) => ({ ...group, modality: `${n}`, channels: Array(400).fill(group.channels[0]) })) },
        head.channels(live.liveLimits.channels),
      ],
    ];
    for (const [more, why] of cases) {
      const answer = await create(more);
      expect([answer.status, sentence(answer)]).toEqual([400, why]);
    }
    for (const more of [{ groups: [] }, { start_ms: "x" as never }, { obj_type: "CSV" as never }, { name: "" }])
      expect((await create(more)).status).toBe(400);
    expect((await create({}, gateway, "no spaces")).status).toBe(400);
  });

  it("is of its gateway alone, and of its patients only", async () => {
    const stream = await begin();
    const body = bodyMaker()(1);
    const other = (await makeGateway("Other bed", [second], wider)).credential;
    const abroad = (await makeGateway("Abroad", [foreign], foreigner)).credential;
    for (const token of [other, abroad]) {
      const answer = await append(stream, 0, body, { token });
      expect([answer.status, sentence(answer)]).toEqual([404, refused.stream]);
      for (const route of [live.getStream, live.closeStream])
        expect((await world.call(route, { stream_id: stream }, { token })).status).toBe(404);
      const begun = await create({}, token);
      expect([begun.status, sentence(begun)]).toEqual([403, refused.patient]);
    }
    for (const token of [uploader, viewer, "x"]) expect((await append(stream, 0, body, { token })).status).toBe(401);
    const cookie = await world.app.http.inject({
      method: "POST",
      url: appendPath(stream, 0),
      headers: { cookie: `connect_token=${uploader}`, "content-type": "application/octet-stream" },
      payload: body,
    });
    expect(cookie.statusCode).toBe(401);
    expect((await world.call(getRecordings, {}, { token: gateway })).status).toBe(401);
    expect(await standing(stream)).toMatchObject({ next_sequence: 0 });
  });

  const goneSilent = (stream: number) =>
    world.pool.query("update live_stream set appended_at = now() - interval '25 hours' where recording_id = $1", [
      stream,
    ]);
  const isSilent = async (stream: number): Promise<boolean> => {
    const silent =
      "select appended_at < now() - interval '24 hours' as silent from live_stream where recording_id = $1";
    return (await world.pool.query(silent, [stream])).rows[0].silent;
  };

  it("takes nothing more once the gateway is revoked or its patient taken away, and is closed by upkeep then", async () => {
    const ended: number[] = [];
    for (const end of ["revoke", "patient", "silence"] as const) {
      const { gateway_id, credential: token } = await makeGateway(end);
      const stream = await begin(token);
      const bodies = bodyMaker();
      await goneSilent(stream);
      await accepted(stream, 0, bodies(1), { token });
      await expect.poll(() => isSilent(stream)).toBe(false); // noted after the answer
      const patient = { gateway_id, patient_id: own, is_allowed: false };
      if (end === "revoke") await world.answer(live.revokeGateway, { gateway_id }, { token: uploader });
      else if (end === "patient") await world.answer(live.setGatewayPatient, patient, { token: uploader });
      else await goneSilent(stream);
      if (end === "revoke") {
        // Its call was admitted before.
        expect(await streamById(world.drizzle, gateway_id, stream)).toMatchObject({ isAllowed: false });
        const bed = { gatewayId: gateway_id, workspaceId: world.workspaceId, workspaceName: "" };
        await expect(demandLivePatient(world.drizzle, bed, own)).rejects.toMatchObject({ statusCode: 403 });
      }
      if (end !== "silence")
        expect((await append(stream, 1, bodies(1), { token })).status).toBe(end === "revoke" ? 401 : 403);
      ended.push(stream);
    }
    const open = await begin();
    // Another server: the one of this world lets go of them first.
    await world.pool.query("update recording set import_token = null where id = any($1)", [ended]);
    const said: object[] = [];
    const log = { info: (facts: object) => void said.push(facts), warn: (facts: object) => void said.push(facts) };
    const streams = new LiveStreams({ db: world.drizzle, dataDir: world.dataDir, log });
    await closeEnded({ db: world.drizzle, streams, silentHours: 24, log });
    expect(said).toEqual(ended.map((recordingId) => ({ recordingId })));
    const audit = await world.pool.query(
      "select facts from user_action where action = $1 and (facts ->> 'recording_id')::int = any($2) and user_id is null",
      [live.closeStream.path, ended],
    );
    expect(audit.rows.map(({ facts }) => facts.recording_id)).toEqual(ended);
    for (const id of ended)
      expect([(await recordings.get(id, "everything"))?.tail, await samplesOf(id)]).toEqual([undefined, eegHz]);
    expect(await standing(open)).toMatchObject({ is_closed: false });
    await streams.close();
  });

  it("is written by one server, and goes on at another when that lets go of it", async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const stream = await begin();
    const bodies = bodyMaker();
    await accepted(stream, 0, bodies(1));
    const other = new LiveStreams({ db: world.drizzle, dataDir: world.dataDir, log });
    const open = async () => false;
    await expect(other.use(stream, async () => 1, open)).rejects.toMatchObject({ statusCode: 503, retryAfter: 2 });
    // As if this server had been silent for ten seconds.
    await world.pool.query(
      "update recording set heartbeat_at = now() - interval '11 seconds', import_token = 'dead' where id = $1",
      [stream],
    );
    expect(await other.use(stream, async ({ appends }) => appends, open)).toBe(1);
    const late = bodies(1);
    // Who lost it is told by its row, at the latest with the next beat: calls about it are sent elsewhere.
    const ask = () => world.call(live.getStream, { stream_id: stream }, { token: gateway });
    await expect.poll(async () => (await ask()).status).toBe(503);
    const away = await append(stream, 1, late);
    expect([away.status, JSON.parse(away.text)]).toEqual([503, { errorMessage: refused.elsewhere, code: "elsewhere" }]);
    await other.close();
    expect(await accepted(stream, 1, late)).toMatchObject({ next_sequence: 2, end_ms: startMs + 2000 });
  });

  it("is one of a few: not ten thousand", async () => {
    const { credential: token } = await makeGateway("Many");
    const answers: Answer[] = [];
    for (let k = 0; k < live.liveLimits.openStreams + 1; k++) answers.push(await create({}, token));
    const last = answers.pop() as Answer;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([last.status, sentence(last)]).toEqual([409, refused.tooMany(live.liveLimits.openStreams)]);
    const ids = answers.map(({ text }): number => JSON.parse(text).stream_id);
    await world.pool.query("update recording set tail = null, import_token = null where id = any($1)", [ids]);
    const more = await Promise.all(Array.from({ length: 20 }, () => create({}, token)));
    const tooFast = more.filter(({ status }) => status === 429);
    expect(tooFast.length).toBeGreaterThan(0);
    expect(tooFast[0]).toMatchObject({ code: "too_fast", retryAfter: 1 });
  });

  it("has a few bodies on their way, not any number", async () => {
    const { credential: authorization } = await makeGateway("Slow");
    const bodies = Array.from({ length: live.liveLimits.openBodies + 1 }, () => new PassThrough());
    const headers = { authorization, "content-type": "application/octet-stream" };
    const answers = bodies.map(async (payload) => {
      const { statusCode } = await world.app.http.inject({ method: "POST", url: appendPath(1e9, 0), headers, payload });
      return statusCode;
    });
    expect(await Promise.race(answers)).toBe(429);
    for (const body of bodies) body.end(Buffer.alloc(16));
    expect((await Promise.all(answers)).filter((status) => status === 404)).toHaveLength(live.liveLimits.openBodies);
    expect((await append(1e9, 0, "x", { token: authorization })).status).toBe(404);
  });

  it("has a share of the groups that a server writes, and of its calls", async () => {
    const { credential: token } = await makeGateway("Wide");
    const [, pressure] = orderOf(own, "x").groups;
    const groups = Array.from({ length: 64 }, (_, n) => ({ ...pressure, modality: `${n}` }));
    const streams: number[] = [];
    for (let k = 0; k < 2; k++) streams.push(JSON.parse((await create({ groups }, token)).text).stream_id);
    const more = await create({}, token);
    expect([more.status, sentence(more)]).toEqual([409, refused.tooManyGroups(live.liveLimits.openGroups)]);
    const [stream_id] = streams;
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const calls = Array.from({ length: live.liveLimits.calls.burst }, () =>
      world.call(live.getLivePatients, {}, { token }),
    );
    await Promise.all(calls);
    for (const route of [live.getStream, live.closeStream])
      expect((await world.call(route, { stream_id }, { token })).status).toBe(429);
    expect((await create({ groups }, token)).status).toBe(429);
    vi.restoreAllMocks();
  });

  it("is sealed also when it comes in bursts with long rests", async () => {
    const body = bodyMaker()(700); // more than 1 MiB
    const stream = await begin();
    await accepted(stream, 0, body);
    await world.pool.query("update recording set import_token = null where id = $1", [stream]);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const said: unknown[] = [];
    const log = { info: () => undefined, warn: (...told: unknown[]) => void said.push(told) };
    const streams = new LiveStreams({ db: world.drizzle, dataDir: world.dataDir, log });
    await streams.use(
      stream,
      async () => null,
      async () => false,
    );
    vi.advanceTimersByTime(7 * 60_000);
    vi.useRealTimers();
    const sealed = async () => (await recordings.get(stream, "everything"))?.tail?.groups[0].sealed_count;
    await expect.poll(sealed).toBe(700 * eegHz);
    await streams.close();
    expect(said).toEqual([]);
  });

  it("loses its folder, or part of a file: the next append is refused, and nothing is made up", async () => {
    const stream = await begin();
    const bodies = bodyMaker();
    await accepted(stream, 0, bodies(1));
    const folder = join(world.dataDir, "recordings", String(stream));
    cpSync(folder, `${folder}.kept`, { recursive: true });
    rmSync(folder, { recursive: true });
    const next = bodies(1);
    expect((await append(stream, 1, next)).status).toBe(500);
    const gone = await append(stream, 1, next);
    expect([gone.status, sentence(gone)]).toEqual([503, refused.notHere]);
    cpSync(`${folder}.kept`, folder, { recursive: true });
    truncateSync(join(folder, "0/l0/0.0.0"), 1);
    for (let time = 0; time < 2; time++) {
      const short = await append(stream, 1, next);
      expect([short.status, sentence(short)]).toEqual([409, refused.damaged]);
    }
    rmSync(folder, { recursive: true });
    cpSync(`${folder}.kept`, folder, { recursive: true });
    await accepted(stream, 1, next);
  });
});
