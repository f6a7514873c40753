/** Recordings with annotations, people who may write them, and each one's queue. */
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { type AnnotationColumns, decodeAnnotationColumns } from "../../../src/protocol/annotation-columns.ts";
import {
  type AnnotationAct,
  type ChangeOutcome,
  changeAnnotations,
  getAnnotationChanges,
  getAnnotationColumns,
  type LogEntry,
  openAnnotations,
} from "../../../src/protocol/annotation-log.ts";
import { type AnnotationContent, type AnnotationGroup, getAnnotations } from "../../../src/protocol/annotations.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import type { AnswerOf, Route } from "../../../src/protocol/route.ts";
import type { keptMasks } from "../../../src/server/annotations/index.ts";
import { addProject, addSite, addToken, addUser, addWorkspace, type TestUser } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

export const writing: readonly Permission[] = ["visualize_data", "create_annotation_group", "create_annotations"];
export const allOfIt: readonly Permission[] = [...writing, "delete_annotation_group", "delete_annotations"];

/** Within every recording of the world. */
export const content = (over: Partial<AnnotationContent> = {}): AnnotationContent => ({
  ...{ start_time: 2000, end_time: 3000.5, annotation_text: "Seizure", annotation_type: "EEG Montage" },
  ...{
    annotation_description: "",
    modalities: ["Fp1 - F7"],
    color: "#FF0000",
    opacity: 0.2,
    tags: ["a"],
    kind: "note",
  },
  ...over,
});

export interface Places {
  workspaceId: number;
  projectIds: number[];
  siteIds: number[];
}

/** Adds a patient with a recording of a minute, from 1000 to 61000. */
export async function addRecording({ pool }: Pick<World, "pool">, { workspaceId, projectIds, siteIds }: Places) {
  const { rows } = await pool.query<{ id: number }>(
    `with made as (insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id)
     insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes, annotation_count, groups)
     select id, 'p', 'night', 'EDF', 'ready', 1000, 61000, true, 'Europe/Berlin', 1, 1000, 0, '[]' from made returning id`,
    [workspaceId, projectIds[0], siteIds[0], randomBytes(6).toString("hex")],
  );
  return rows[0].id;
}

export const answerOf = (outcome: ChangeOutcome) =>
  outcome.outcome === "done" ? { id: outcome.id, revision: outcome.revision } : outcome.code;

/** What is asked by somebody; every refusal is thrown with its code. */
export class Person {
  readonly client = randomBytes(16).toString("hex");
  private number = 0;

  constructor(
    private readonly world: Pick<AnnotationsWorld, "answer" | "call" | "app" | "url">,
    readonly user: TestUser,
    readonly token: string,
  ) {}

  ask<R extends Route>(route: R, body: object): Promise<AnswerOf<R>> {
    return this.world.answer(route, body, { token: this.token });
  }

  /** Status and code of a call. */
  async refused(route: Route, body: unknown): Promise<[number, string | undefined]> {
    const { status, text } = await this.world.call(route, body, { token: this.token });
    return [status, status === 200 ? undefined : (JSON.parse(text) as { code?: string }).code];
  }

  async open(data_object_id: number): Promise<AnnotationGroup[]> {
    return (await this.ask(openAnnotations, { data_object_id })).groups;
  }

  next(): number {
    return ++this.number;
  }

  /** Does them with the next numbers, in one call. */
  async change(data_object_id: number, acts: readonly AnnotationAct[], is_whole?: boolean): Promise<ChangeOutcome[]> {
    const changes = acts.map((act) => ({ number: this.next(), act }));
    return (await this.ask(changeAnnotations, { data_object_id, client: this.client, changes, is_whole })).outcomes;
  }

  /** Does one; its id and revision, or the code of the refusal. */
  async act(data_object_id: number, act: AnnotationAct) {
    return answerOf((await this.change(data_object_id, [act]))[0]);
  }

  async create(data_object_id: number, group_id: number, over: Partial<AnnotationContent> = {}) {
    const made = await this.act(data_object_id, { act: "create", group_id, content: content(over) });
    if (typeof made === "string") throw new Error(made);
    return made;
  }

  async list(group_id: number) {
    return (await this.ask(getAnnotations, { annotation_group_ids: [group_id] }))[String(group_id)];
  }

  /** The whole log after a number. */
  async log(data_object_id: number, after = 0): Promise<LogEntry[]> {
    const all: LogEntry[] = [];
    for (;;) {
      const last = all.at(-1)?.sequence ?? after;
      const { entries, sequence } = await this.ask(getAnnotationChanges, { data_object_id, after: last });
      all.push(...entries);
      if ((all.at(-1)?.sequence ?? sequence) >= sequence) return all;
    }
  }

  /** A part of a session; status alone when it is refused. */
  async part(annotation_group_id: number, after_id = 0): Promise<AnnotationColumns> {
    const { rawPayload, statusCode } = await this.world.app.http.inject({
      method: "POST",
      url: getAnnotationColumns.path,
      headers: { authorization: this.token, host: new URL(this.world.url).host },
      payload: { annotation_group_id, after_id },
    });
    if (statusCode !== 200) throw new Error(`${statusCode}: ${rawPayload}`);
    return decodeAnnotationColumns(new Uint8Array(rawPayload).buffer);
  }
}

/** An annotation as all three ways of reading tell it. */
export type Seen = AnnotationContent & { id: number; group_id: number; user_id: number | null; revision: number };

export const fromColumns = (columns: AnnotationColumns): Seen[] =>
  Array.from({ length: columns.count }, (_, k) => ({
    ...columns.styles[columns.style[k]],
    ...{ id: columns.ids[k], group_id: columns.annotation_group_id, revision: columns.revisions[k] },
    ...{ start_time: columns.starts[k], end_time: columns.ends[k] },
    annotation_text: columns.titles[columns.title[k]],
    annotation_description: columns.descriptions[columns.description[k]],
    user_id: columns.person[k] === 0 ? null : columns.people[columns.person[k] - 1].user_id,
  }));

/** What a reader who holds `state` makes of the log's entries. Deleted sessions keep what they come back with. */
export function replay(entries: readonly LogEntry[], state = new Map<number, Seen>()): Map<number, Seen> {
  for (const { what, id, group_id, after, made_by, sequence } of entries) {
    if (what !== "annotation" || (state.get(id)?.revision ?? 0) >= sequence) continue;
    if (after === null) state.delete(id);
    else state.set(id, { ...after, id, group_id, user_id: made_by, revision: sequence });
  }
  return state;
}

export const sorted = (seen: Iterable<Seen>) => [...seen].sort((a, b) => a.id - b.id);

export interface AnnotationsWorld extends World {
  url: string;
  places: Places;
  recording: number;
  /** Of another workspace, site and project. */
  foreign: { workspace: Places; site: Places; project: Places };
  someone(permissions?: readonly Permission[], places?: Places): Promise<Person>;
}

/** Who acts in the tests of one world, and the first session of its recording. */
export interface Cast {
  readonly world: AnnotationsWorld;
  readonly activeMasks: ReturnType<typeof keptMasks>;
  readonly ann: Person;
  readonly ben: Person;
  readonly chief: Person;
  readonly group: number;
}

/** It also listens, at `url`. */
export async function makeAnnotationsWorld(): Promise<AnnotationsWorld> {
  const inner = await makeWorld();
  await inner.app.http.listen({ port: 0, host: "127.0.0.1" });
  const host = `127.0.0.1:${(inner.app.http.server.address() as AddressInfo).port}`;
  const world = {
    ...inner,
    url: `http://${host}`,
    call: (route, body, options) => inner.call(route, body, { ...options, headers: { host } }),
    answer: (route, body, options) => inner.answer(route, body, { ...options, headers: { host } }),
  } satisfies World & { url: string };
  const { pool, workspaceId } = world;
  const place = async (workspace: number): Promise<Places> => ({
    workspaceId: workspace,
    projectIds: [await addProject(pool, workspace)],
    siteIds: [await addSite(pool, workspace)],
  });
  const places = await place(workspaceId);
  const foreign = {
    workspace: await place(await addWorkspace(pool)),
    site: { ...places, siteIds: [await addSite(pool, workspaceId)] },
    project: { ...places, projectIds: [await addProject(pool, workspaceId)] },
  };
  return {
    ...world,
    places,
    foreign,
    recording: await addRecording(world, places),
    async someone(permissions = allOfIt, where = places) {
      const user = await addUser(pool, { permissions, ...where });
      return new Person(world, user, await addToken(pool, user, { lifeMs: 600_000 }));
    },
  };
}
