/** What becomes of a stream: revoked, taken by another server, bounded, sealed, damaged. */
import { cpSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as live from "../../../src/protocol/live.ts";
import { liveText } from "../../../src/protocol/text/live-text.ts";
import { demandLivePatient } from "../../../src/server/live/gateways.ts";
import { LiveStreams } from "../../../src/server/live/index.ts";
import { streamById } from "../../../src/server/live/stream-rows.ts";
import { closeEnded } from "../../../src/server/live/upkeep.ts";
import { openLimits } from "../../../src/server/platform/http/open-calls.ts";
import type { RecordingStore } from "../../../src/server/recordings/index.ts";
import type { Answer, World } from "../accounts/accounts-world.ts";
import { type LivePeople, liveCalls, openLivePeople, sentence } from "./live-calls.ts";
import { appendPath, bodyMaker, eegHz, orderOf, startMs } from "./live-world.ts";

const { refused } = liveText;

let world: World;
let recordings: RecordingStore;
let uploader: string;
let own: number;
let gateway: string;
let close: LivePeople["close"];

beforeAll(async () => {
  ({ world, recordings, uploader, own, gateway, close } = await openLivePeople());
}, 120_000);
afterAll(() => close?.());

const { makeGateway, create, begin, standing, append, accepted, samplesOf } = liveCalls(() => ({
  world,
  recordings,
  own,
  uploader,
  gateway,
}));

describe("a stream", () => {
  const goneSilent = (stream: number) =>
    world.pool.query("update live_stream set appended_at = now() - interval '25 hours' where recording_id = $1", [
      stream,
    ]);
  const isSilent = async (stream: number): Promise<boolean> => {
    const silent =
      "select appended_at < now() - interval '24 hours' as silent from live_stream where recording_id = $1";
    return (await world.pool.query(silent, [stream])).rows[0].silent;
  };

  it("takes nothing more once the gateway is revoked, and is completed at once; once its patient is taken away, by upkeep", async () => {
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
      if (end !== "revoke") ended.push(stream);
      else {
        await expect.poll(async () => (await recordings.get(stream, "everything"))?.tail).toBeUndefined();
        expect(await samplesOf(stream)).toEqual(eegHz);
      }
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

  it("has as much on its way by its other calls as one person may have, and no more", async () => {
    const { credential: authorization } = await makeGateway("Open");
    const size = 256 * 1024;
    const bodies = Array.from({ length: openLimits.bodies / size + 1 }, () => new PassThrough());
    const headers = { authorization, "content-type": "application/json", "content-length": `${size}` };
    const answers = bodies.map((payload) =>
      world.app.http.inject({ method: "POST", url: live.createStream.path, headers, payload }),
    );
    const late = new Promise<null>((end) => setTimeout(() => end(null), 20_000).unref());
    const first = await Promise.race([...answers, late]);
    expect([first?.statusCode, first?.headers["retry-after"], first?.json().code]).toEqual([429, "1", "too_fast"]);
    for (const body of bodies) body.end();
    expect((await Promise.all(answers)).filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
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

  it("is within the share of its gateway also when many are begun at once", async () => {
    const { credential: token } = await makeGateway("At once");
    const [, pressure] = orderOf(own, "x").groups;
    const groups = Array.from({ length: 64 }, (_, n) => ({ ...pressure, modality: `${n}` }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ groups }, token)));
    const begun = answers.filter(({ status }) => status === 200);
    const others = answers.filter(({ status }) => status !== 200);
    expect([begun.length, others.map((one) => [one.status, sentence(one)])]).toEqual([
      2,
      Array.from({ length: 6 }, () => [409, refused.tooManyGroups(live.liveLimits.openGroups)]),
    ]);
    // One of the same key that is asked for again meanwhile is the same stream.
    const { credential } = await makeGateway("Twice");
    const twice = await Promise.all([create({}, credential, "same"), create({}, credential, "same")]);
    expect(new Set(twice.map(({ text }) => JSON.parse(text).stream_id)).size).toBe(1);
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
