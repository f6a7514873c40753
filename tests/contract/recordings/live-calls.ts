/** Gateways, their patients, and the calls of both; each file has a world of its own. */

import { expect } from "vitest";
import * as live from "../../../src/protocol/live.ts";
import type { AnswerOf, BodyOf } from "../../../src/protocol/route.ts";
import { openRecordings, type RecordingStore } from "../../../src/server/recordings/index.ts";
import { addProject, addSite, addToken, addWorkspace } from "../../support/accounts.ts";
import { type Answer, makeWorld, type World } from "../accounts/accounts-world.ts";
import { appendPath, orderOf } from "./live-world.ts";

export interface LivePeople {
  world: World;
  recordings: RecordingStore;
  /** Uploads for the patients of the first site; one who sees a second site; one of another workspace. */
  uploader: string;
  wider: string;
  foreigner: string;
  viewer: string;
  ofFirstSite: { projectIds: number[]; siteIds: number[] };
  own: number;
  second: number;
  foreign: number;
  /** Of the patient `own`. */
  gateway: string;
  close(): Promise<void>;
}

export async function openLivePeople(): Promise<LivePeople> {
  const world = await makeWorld();
  const { pool, workspaceId } = world;
  const addPatient = async (workspace: number, project: number, site: number): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'made') returning id",
      [workspace, project, site],
    );
    return rows[0].id;
  };
  const recordings = openRecordings({ db: world.drizzle, dataDir: world.dataDir });
  const project = await addProject(pool, workspaceId);
  const [site, otherSite] = [await addSite(pool, workspaceId), await addSite(pool, workspaceId)];
  const [scope, wide] = [[site], [site, otherSite]].map((siteIds) => ({ projectIds: [project], siteIds }));
  const uploader = await addToken(pool, await world.person(["upload_data"], scope));
  const wider = await addToken(pool, await world.person(["upload_data"], wide));
  const viewer = await addToken(pool, await world.person(["access_data_visualize", "visualize_data"], scope));
  const own = await addPatient(workspaceId, project, site);
  const second = await addPatient(workspaceId, project, otherSite);
  const other = await addWorkspace(pool);
  const there = [await addProject(pool, other), await addSite(pool, other)] as const;
  const foreign = await addPatient(other, ...there);
  const stranger = { workspaceId: other, projectIds: [there[0]], siteIds: [there[1]] };
  const foreigner = await addToken(pool, await world.person(["upload_data"], stranger));
  const bed = { name: "Bed 1", patient_ids: [own] };
  const { credential: gateway } = await world.answer(live.createGateway, bed, { token: uploader });
  return {
    ...{ world, recordings, uploader, wider, foreigner, viewer, ofFirstSite: scope, own, second, foreign, gateway },
    async close() {
      recordings.close();
      await world.close();
    },
  };
}

export const sentence = ({ text }: Pick<Answer, "text">) => JSON.parse(text).errorMessage;

/** The calls of a world that is open by the time that they are made. */
export function liveCalls(people: () => Pick<LivePeople, "world" | "recordings" | "own" | "uploader" | "gateway">) {
  const makeGateway = (name: string, patient_ids = [people().own], token = people().uploader) =>
    people().world.answer(live.createGateway, { name, patient_ids }, { token });
  const gatewaysOf = async (token: string, patient_id = people().own) =>
    (await people().world.answer(live.listGateways, { patient_id }, { token })).gateways;
  const create = (
    more: Partial<BodyOf<typeof live.createStream>> = {},
    token = people().gateway,
    key = `k${Math.random()}`,
  ) => people().world.call(live.createStream, orderOf(people().own, key, more), { token });
  const begin = async (token = people().gateway): Promise<number> => {
    const { status, text } = await create({}, token);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text).stream_id;
  };
  const standing = (stream_id: number, token = people().gateway) =>
    people().world.answer(live.getStream, { stream_id }, { token });

  async function append(
    stream: number,
    sequence: number | string,
    body: Uint8Array | string,
    { token = people().gateway, type = "application/octet-stream" } = {},
  ): Promise<Pick<Answer, "status" | "text">> {
    const { statusCode, body: text } = await people().world.app.http.inject({
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
  const samplesOf = async (id: number): Promise<number> =>
    (await people().recordings.get(id, "everything"))?.groups[0].sample_count ?? -1;
  return { makeGateway, gatewaysOf, create, begin, standing, append, accepted, samplesOf };
}
