/** EEG montages over HTTP (spec 001 sections 2.23, 5 and 7): what people do with them, and who. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { standardMontages } from "../../../src/domain/montage/standard-montages.ts";
import { createLayout } from "../../../src/protocol/displays.ts";
import { createDocument, getDocuments } from "../../../src/protocol/documents.ts";
import {
  createEegMontage,
  deleteEegMontage,
  type EegMontage,
  eegMontageKind,
  getEegMontageMapping,
  getEegMontages,
  type MontageChannel,
  type MontageConflict,
  type MontageRefusal,
  modifyEegMontage,
  montageDocumentOf,
} from "../../../src/protocol/montages.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import { calibrationRecordingId } from "../../../src/protocol/recordings.ts";
import type { BodyOf, Route } from "../../../src/protocol/route.ts";
import { documentsText } from "../../../src/protocol/text/documents-text.ts";
import { montageText } from "../../../src/protocol/text/montage-text.ts";
import { text } from "../../../src/protocol/text/text.ts";
import { addProject, addSite, addToken, addUser, addWorkspace } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";
import { administrating } from "./displays-world.ts";

const { refused } = montageText;
type Made = Partial<BodyOf<typeof createEegMontage>>;
interface Refusal extends Partial<Omit<MontageConflict, "code">> {
  errorMessage: string;
  code?: MontageRefusal;
}

const banana: MontageChannel[] = [
  { first: "Fp1", second: "F7" },
  { first: "F7", second: "T7", alias: "left temporal" },
];

let world: World;
beforeAll(async () => {
  world = await makeWorld();
}, 120_000);
afterAll(() => world?.close());

async function someone(
  permissions: readonly Permission[] = ["visualize_data"],
  workspaceId = world.workspaceId,
  places = {},
) {
  const user = await addUser(world.pool, { workspaceId, permissions, ...places });
  const token = await addToken(world.pool, user);
  const answer = <R extends Route>(route: R, body: object) => world.answer(route, body, { token });
  return {
    ...user,
    answer,
    all: async () => (await answer(getEegMontages, {})).eeg_montages,
    /** Personal ones, and Shared ones that they shared; those of others in `all`. */
    own: async () => (await answer(getEegMontages, {})).eeg_montages.filter(({ is_own }) => is_own),
    make: (made: Made = {}) =>
      answer(createEegMontage, { eeg_montage_id: Date.now(), name: "M", channels: banana, type: "Personal", ...made }),
    save: ({ id, revision, name, channels, type }: EegMontage, other: object = {}) =>
      answer(modifyEegMontage, { eeg_montage_id: id, revision, name, channels, type, ...other }),
    remove: ({ id, revision }: EegMontage) => answer(deleteEegMontage, { eeg_montage_id: id, revision }),
    async refused(route: Route, body: object): Promise<[number, MontageRefusal | undefined, Refusal]> {
      const { status, text: said, type } = await world.call(route, body, { token });
      expect([status, type]).toEqual([expect.any(Number), expect.stringContaining("application/json")]);
      const refusal = JSON.parse(said) as Refusal;
      return [status, refusal.code, refusal];
    },
  };
}
type Someone = Awaited<ReturnType<typeof someone>>;

let ann: Someone;
let ben: Someone;
beforeEach(async () => {
  [ann, ben] = [await someone(), await someone()];
});

/** Every call that names a montage, on this one. */
const tries = (eeg_montage_id: number, type = "Shared") =>
  [
    [modifyEegMontage, { eeg_montage_id, revision: 1, name: "mine", channels: [], type }],
    [deleteEegMontage, { eeg_montage_id, revision: 1 }],
  ] as const;

it("begins with the Standard ones, and makes others with the fields of the specification", async () => {
  const standard = await ann.all();
  expect(standard.map(({ id, name, type }) => [id, name, type])).toEqual(
    standardMontages.map(({ id, name }) => [id, name, "Standard"]),
  );
  expect(standard[0].channels).toEqual(standardMontages[0].chains.flat());
  const made = await ann.make({ name: " Okafor LB-18 ", user_id: ann.id });
  expect(made).toEqual({
    id: expect.any(Number),
    name: "Okafor LB-18",
    channels: banana,
    type: "Personal",
    user_id: ann.id,
    revision: 1,
    is_own: true,
    may_change: true,
    changed_by: "Test User",
    changed_at: expect.any(Number),
  });
  expect(await ann.all()).toEqual([...standard, made]);
  const these = await ann.answer(getEegMontages, { eeg_montage_ids: [6, made.id, 999, 2_000_000_000] });
  expect(these.eeg_montages).toEqual([standard[5], made]);
});

it("never gives an id that a Standard montage has, or may get", async () => {
  const made = await ann.make();
  expect(made.id).toBeGreaterThan(1000);
  const { documents } = await ann.answer(getDocuments, { kinds: [{ kind: eegMontageKind, version: 1 }] });
  expect(documents.map(({ id }) => id)).toEqual([montageDocumentOf(made.id)]);
});

it("saves under the typed name, else the old one, else 'New Montage'; aliases that are blank are none", async () => {
  expect(await ann.make({ name: "  ", channels: [] })).toMatchObject({ name: "New Montage", channels: [] });
  const made = await ann.make({ name: "W".repeat(50) });
  const saved = await ann.save(made, {
    name: " ",
    channels: [
      { ...banana[1], alias: "  " },
      { ...banana[0], alias: " a\u0301 ", external: false },
    ],
  });
  expect(saved).toEqual({
    ...made,
    channels: [
      { first: "F7", second: "T7" },
      { first: "Fp1", second: "F7", alias: "\u00e1" },
    ],
    revision: 2,
    changed_at: expect.any(Number),
  });
  await ann.remove(saved);
  expect((await ann.own()).map(({ id }) => id)).not.toContain(made.id);
});

it("shows what is Personal to its owner alone, and what is Shared to the workspace, to change for whoever shared it", async () => {
  const [mine, ours] = [await ann.make(), await ann.make({ type: "Shared" })];
  const [admin, stranger] = [
    await someone(administrating),
    await someone(administrating, await addWorkspace(world.pool)),
  ];
  for (const [other, seen] of [
    [ben, [ours.id]],
    [admin, [ours.id]],
    [stranger, []],
  ] as const) {
    const ids = (await other.all()).map(({ id }) => id).filter((id) => id === mine.id || id === ours.id);
    expect(ids).toEqual(seen);
    const hidden = other === stranger ? [mine.id, ours.id] : [mine.id];
    for (const id of hidden)
      for (const [k, [route, body]] of tries(id).entries()) {
        const foreign = await other.refused(route, body);
        expect(foreign).toMatchObject([404, "document_not_found", { errorMessage: documentsText.refused.notFound }]);
        expect(foreign).toEqual(await other.refused(route, tries(2_000_000_000)[k][1]));
      }
  }
  expect((await ben.all()).find(({ id }) => id === ours.id)).toEqual({ ...ours, is_own: false, may_change: false });
  for (const [route, body] of tries(ours.id))
    expect(await ben.refused(route, body)).toMatchObject([403, "document_not_changeable", {}]);
  expect(
    await ben.refused(createEegMontage, { name: "M", channels: [], type: "Personal", user_id: ann.id }),
  ).toMatchObject([403, "bad_owner", { errorMessage: refused.owner }]);
  expect(await ben.make({ name: "M (copy)", channels: ours.channels, user_id: ben.id })).toMatchObject({
    user_id: ben.id,
    is_own: true,
  });
  expect(await admin.save(ours, { name: "Tidied" })).toMatchObject({ name: "Tidied", user_id: ann.id, revision: 2 });
});

it("does not change, delete, or make what is Standard, and leaves a montage where it is", async () => {
  for (const [route, body] of tries(1, "Standard"))
    expect(await ann.refused(route, body)).toMatchObject([
      403,
      "document_not_changeable",
      { errorMessage: documentsText.refused.standard },
    ]);
  for (const [route, body] of tries(500))
    expect(await ann.refused(route, body)).toMatchObject([404, "document_not_found", {}]);
  expect(await ann.refused(createEegMontage, { name: "S", channels: [], type: "Standard" })).toMatchObject([
    400,
    "bad_scope",
    {},
  ]);
  const made = await ann.make();
  for (const type of ["Shared", "Standard"])
    expect(
      await ann.refused(modifyEegMontage, { eeg_montage_id: made.id, revision: 1, name: "", channels: [], type }),
    ).toMatchObject([400, "bad_scope", {}]);
});

it("overwrites nothing unseen: a save or a deletion from an older revision is told what there is", async () => {
  const made = await ann.make();
  const theirs = await ann.save(made, { name: "Theirs", channels: [banana[1]] });
  const body = { eeg_montage_id: made.id, revision: 1, name: "Mine", channels: banana, type: "Personal" };
  const [status, code, said] = await ann.refused(modifyEegMontage, body);
  expect([status, code]).toEqual([409, "document_changed"]);
  const { type: _, ...yours } = body;
  expect([said.theirs, said.yours]).toEqual([theirs, yours]);
  expect((await ann.refused(deleteEegMontage, { eeg_montage_id: made.id, revision: 1 }))[2].theirs).toEqual(theirs);
  expect(await ann.own()).toEqual([theirs]);
});

it("is saved and deleted by the specification's members alone: the last one counts", async () => {
  const ann = await someone();
  const { id: eeg_montage_id, type } = await ann.make({ eeg_montage_id: null as never, user_id: null });
  for (const name of ["Once", "Twice"])
    await ann.answer(modifyEegMontage, { eeg_montage_id, name, channels: [{ ...banana[0], alias: null }], type });
  expect(await ann.own()).toMatchObject([{ name: "Twice", revision: 3, channels: [banana[0]] }]);
  // A pair that is there already is ignored.
  await ann.answer(modifyEegMontage, { eeg_montage_id, name: "Twice", channels: [...banana, ...banana], type });
  expect(await ann.own()).toMatchObject([{ revision: 4, channels: banana }]);
  await ann.answer(deleteEegMontage, { eeg_montage_id });
  expect(await ann.own()).toEqual([]);
});

it("refuses hostile and broken bodies, and keeps nothing of them", async () => {
  const made = await ann.make();
  const channel = (first: unknown, second: unknown, more: object = {}) => ({ channels: [{ first, second, ...more }] });
  const many = Array.from({ length: 23 }, (_, k) => ({
    first: standardMontages[2].chains.flat()[k % 19].first,
    second: k < 19 ? "REF" : "AVG",
  }));
  const bad: [object, number, MontageRefusal | undefined, string?][] = [
    [{ channels: many }, 409, "too_many_channels", "Max channels reached"],
    [channel("Fp1", "Fp1"), 400, "bad_montage", refused.notAPair],
    [channel("Fp1", "<b>"), 400, "bad_montage"],
    [channel("__proto__", "F7"), 400, "bad_montage"],
    [channel("LAP", "F7"), 400, "bad_montage"],
    [channel("Fp1", "F7", { alias: "x".repeat(21) }), 400, "bad_montage", refused.alias(20)],
    [channel("Fp1", "F7", { alias: "a\u0000b" }), 400, "bad_montage"],
    [{ name: "x".repeat(51) }, 400, "bad_name"],
    [{ name: "a\nb" }, 400, "bad_name"],
    [channel(1, null), 400, undefined],
    [{ channels: "Fp1-F7" }, 400, undefined],
    [{ channels: Array(201).fill(banana[0]) }, 400, undefined],
    [{ type: "personal" }, 400, undefined],
    [{ version: 2 }, 409, "other_version"],
  ];
  for (const [other, status, code, sentence] of bad) {
    const body = { eeg_montage_id: made.id, revision: 1, name: "N", channels: banana, type: "Personal", ...other };
    for (const route of [createEegMontage, modifyEegMontage]) {
      const { status: answered, text: said } = await world.call(route, body, {
        token: await addToken(world.pool, ann),
      });
      expect([JSON.stringify(other).slice(0, 60), answered]).toEqual([JSON.stringify(other).slice(0, 60), status]);
      if (code !== undefined)
        expect(JSON.parse(said)).toMatchObject({ code, ...(sentence && { errorMessage: sentence }) });
    }
  }
  // The same rules hold where documents are made by their own call.
  const content = { channels: [{ first: "Fp1", second: "nothing" }] };
  expect(
    await ann.refused(createDocument, { kind: eegMontageKind, version: 1, scope: "Personal", name: "N", content }),
  ).toMatchObject([400, "bad_montage", {}]);
  expect(await ann.own()).toEqual([made]);
});

it("holds a thousand a person, and tells them all at once", async () => {
  const sql = `insert into document (workspace_id, kind, scope, owner_id, made_by, name, version, content, changed_by)
    select $1, $2, 'Personal', $3, $3, 'M' || n, 1, $4, $3 from generate_series(1, $5::int) n`;
  const content = JSON.stringify({ channels: standardMontages[0].chains.flat() });
  await world.pool.query(sql, [world.workspaceId, eegMontageKind, ann.id, content, 999]);
  await ann.make({ name: "the last one" });
  expect(await ann.own()).toHaveLength(1000);
  expect(await ann.refused(createEegMontage, { name: "one too many", channels: [], type: "Personal" })).toMatchObject([
    409,
    "too_many_documents",
    { errorMessage: documentsText.refused.tooMany(1000) },
  ]);
  expect(await ben.own()).toEqual([]);
});

it("tells others of the workspace of changes of Shared ones, and the owner alone of Personal ones", async () => {
  world.events.length = 0;
  const [mine, ours] = [await ann.make(), await ann.make({ type: "Shared" })];
  await ann.save(ours);
  await ann.remove(mine);
  const told = () => world.events.flatMap((event) => (event.kind === "document-changed" ? [event] : []));
  const of = ({ id }: EegMontage, ownerId: number | null, revision: number) => ({
    kind: "document-changed",
    workspaceId: world.workspaceId,
    ownerId,
    documentId: montageDocumentOf(id),
    documentKind: eegMontageKind,
    revision,
  });
  await expect.poll(told).toEqual([of(mine, ann.id, 1), of(ours, null, 1), of(ours, null, 2), of(mine, ann.id, 2)]);
  expect(JSON.stringify(told())).not.toContain("temporal");
});

it("maps electrodes to the channels of a recording, for whoever may see its patient", async () => {
  const { pool, workspaceId } = world;
  const places = { projectIds: [await addProject(pool, workspaceId)], siteIds: [await addSite(pool, workspaceId)] };
  const group = (modality: string, labels: string[]) => ({
    ...{ modality, kind: "eeg", sampling_hz: 250, sample_count: 250, sample_type: "int16", missing_code: null },
    channels: labels.map((label, source_index) => ({
      ...{ source_index, label, unit: "uV", gain: 1, offset: 0, is_uncalibrated: false, prefilter: "", transducer: "" },
    })),
    segments: [{ first: 0, count: 250, start_ms: 1000 }],
  });
  const groups = [group("EEG", ["EEG Fp1-REF", "T3", "EEG O1-LE", "ECG", "O1"]), group("EEG_2", ["Fz"])];
  const { rows } = await pool.query<{ id: number }>(
    `with made as (insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'mapped') returning id)
     insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes, annotation_count, groups)
     select id, 'p', 'night', 'EDF', 'ready', 1000, 61000, true, 'Europe/Berlin', 6, 1000, 0, $4 from made returning id`,
    [workspaceId, places.projectIds[0], places.siteIds[0], JSON.stringify(groups)],
  );
  const [{ id: data_object_id }] = rows;
  const cat = await someone(["visualize_data"], workspaceId, places);
  const mapping = { Fp1: "EEG Fp1-REF", T7: "T3", O1: "EEG O1-LE" };
  expect(await cat.answer(getEegMontageMapping, { data_object_id })).toEqual({ eeg_montage_mapping: mapping });
  const calibration = await ann.answer(getEegMontageMapping, { data_object_id: calibrationRecordingId });
  expect(calibration).toEqual({ eeg_montage_mapping: {} });
  const never = await ann.refused(getEegMontageMapping, { data_object_id: 2_000_000_000 });
  expect(never).toMatchObject([404, "document_not_found", { errorMessage: text.notFound.recording }]);
  const elsewhere = await someone(["visualize_data"], await addWorkspace(pool), places);
  const half = await someone(["visualize_data"], workspaceId, { ...places, siteIds: [] });
  for (const other of [ann, elsewhere, half])
    expect(await other.refused(getEegMontageMapping, { data_object_id })).toEqual(never);
  const { status } = await world.call(
    getEegMontageMapping,
    { data_object_id },
    {
      token: await addToken(
        pool,
        await addUser(pool, { workspaceId, permissions: ["access_data_visualize"], ...places }),
      ),
    },
  );
  expect(status).toBe(403);
});

it("makes nothing twice when an answer did not arrive, and something else for another key or another person", async () => {
  const [one, other] = [await someone(), await someone()];
  const request_key = "0123456789abcdef0123456789abcdef";
  const form = { name: "Night", channels: banana, type: "Personal", request_key };
  const made = await one.answer(createEegMontage, form);
  const again = await one.answer(createEegMontage, form);
  expect(again).toEqual(made);
  expect(await one.own()).toHaveLength(1);
  const next = await one.answer(createEegMontage, { ...form, request_key: request_key.replace("0", "f") });
  expect(next.id).not.toBe(made.id);
  expect((await other.answer(createEegMontage, form)).id).not.toBe(made.id);
  const [a, b] = await Promise.all(
    [1, 2].map(() => one.answer(createEegMontage, { ...form, request_key: "a".repeat(32) })),
  );
  expect(a.id).toBe(b.id);
  const group = { name: "G", layouts: [], layout_type: "personal", request_key };
  const layout = await one.answer(createLayout, group);
  expect((await one.answer(createLayout, group)).id).toBe(layout.id);
});
