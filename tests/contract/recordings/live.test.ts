/** The calls of gateways: who may make them, what they take, and that an answer that was lost costs nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAdmissionInfo } from "../../../src/protocol/admission.ts";
import * as live from "../../../src/protocol/live.ts";
import type { BodyOf } from "../../../src/protocol/route.ts";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { liveText } from "../../../src/protocol/text/live-text.ts";
import { writeBlocks } from "../../../src/server/live/blocks.ts";
import { revokeForgotten } from "../../../src/server/live/gateways.ts";
import type { RecordingStore } from "../../../src/server/recordings/index.ts";
import { addToken } from "../../support/accounts.ts";
import type { World } from "../accounts/accounts-world.ts";
import { type LivePeople, liveCalls, openLivePeople, sentence } from "./live-calls.ts";
import { appendPath, bodyMaker, eegHz, orderOf, startMs } from "./live-world.ts";

const { refused, gateways: told } = liveText;

let world: World;
let recordings: RecordingStore;
let uploader: string;
let wider: string;
let foreigner: string;
let viewer: string;
let own: number;
let second: number;
let foreign: number;
let gateway: string;
let ofFirstSite: LivePeople["ofFirstSite"];
let close: LivePeople["close"];

beforeAll(async () => {
  ({ world, recordings, uploader, wider, foreigner, viewer, ofFirstSite, own, second, foreign, gateway, close } =
    await openLivePeople());
}, 120_000);
afterAll(() => close?.());

const { makeGateway, gatewaysOf, create, begin, standing, append, accepted } = liveCalls(() => ({
  world,
  recordings,
  own,
  uploader,
  gateway,
}));

it("shows what is not seen of the names that a gateway gives", async () => {
  const order = orderOf(own, "unseen");
  const [group] = order.groups;
  const channels = [{ ...group.channels[0], label: "C3\u202e4F" }];
  const { text } = await create({ name: "Bed\u200b 1 \u200f", groups: [{ ...group, channels }] });
  const { stream_id } = JSON.parse(text);
  const detail = await recordings.get(stream_id, "everything");
  expect([detail?.obj_name, detail?.groups[0].channels[0].label]).toEqual(["Bed[U+200B] 1 [U+200F]", "C3[U+202E]4F"]);
  await world.answer(live.closeStream, { stream_id }, { token: gateway });
});

describe("gateways", () => {
  it("are made, seen and revoked by those who upload for their patients", async () => {
    const made = await makeGateway("  Bed\u200b 2 ");
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
  it("are made once, however often the answer is lost: the credential that nobody had ends", async () => {
    const person = await world.person(["upload_data"], ofFirstSite);
    const token = await addToken(world.pool, person);
    const order = { name: "Lost", patient_ids: [own], request_key: "0123456789abcdef".repeat(2) };
    const lost = await world.answer(live.createGateway, order, { token });
    const { gateway_id, credential } = await world.answer(live.createGateway, order, { token });
    expect(gateway_id).toBe(lost.gateway_id);
    expect((await world.call(live.getLivePatients, {}, { token: lost.credential })).status).toBe(401);
    expect((await world.call(live.getLivePatients, {}, { token: credential })).status).toBe(200);
    // Somebody has the credential now: it does not end.
    expect((await world.answer(live.createGateway, order, { token })).gateway_id).not.toBe(gateway_id);
    expect((await world.call(live.getLivePatients, {}, { token: credential })).status).toBe(200);
    const others = await world.answer(live.createGateway, order, { token: uploader });
    expect((await gatewaysOf(uploader)).filter(({ name }) => name === "Lost")).toHaveLength(3);
    await world.answer(live.revokeGateway, { gateway_id: others.gateway_id }, { token: uploader });
  });

  it("are not made and revoked without end", async () => {
    const person = await world.person(["upload_data"], ofFirstSite);
    const token = await addToken(world.pool, person);
    const { burst } = live.liveLimits.makes;
    for (let made = 0; made < burst; made++)
      await world.call(live.createGateway, { name: " ", patient_ids: [own] }, { token });
    const more = await world.call(live.createGateway, { name: "More", patient_ids: [own] }, { token });
    expect([more.status, more.text]).toEqual([429, told.tooFast]);
    const others = await makeGateway("Another person's");
    await world.answer(live.revokeGateway, { gateway_id: others.gateway_id }, { token: uploader });
  });

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
    const actions = await world.pool.query(
      "select action from user_action where user_id is null and (facts ->> 'recording_id')::int = $1 order by id",
      [stream_id],
    );
    expect(actions.rows).toEqual([{ action: live.createStream.path }, { action: live.closeStream.path }]);
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
      [Buffer.concat([whole, bodies(1)]), form.twice],
      // Said where it is met: what follows is not read.
      [Buffer.concat([whole, whole.subarray(0, 16), Buffer.alloc(3)]), form.twice],
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
    expect([before.status, sentence(before)]).toEqual([
      400,
      "The block of group 0 begins before the end of what that group has.",
    ]);
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
});
