/** What the data query socket refuses, and that nothing a client sends harms anybody else. */
import { rmSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isPageFailure, type PageFailureCode, pageLimits, type RenderModalities } from "../../../src/protocol/pages.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { addToken, addUser, answerAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, codeOf, connect, makeDataFolder, requestFor } from "./page-world.ts";

let server: RunningServer;
let client: Client;
let token: string;
let recording: RecordingDetail;
let dataDir: string;

beforeAll(async () => {
  const made = await makeDataFolder();
  dataDir = made.dataDir;
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
  recording = await answerAs(server.url, token, getRecording, { data_object_id: made.recordingId });
});
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Signs in a new user who sees the same recording. */
const tokenOfAnother = () =>
  withDatabase(dataDir, async (pool, db) => {
    const { workspaceId, projectId, siteId } = await defaultPlace(db);
    const user = { workspaceId, permissions: ["visualize_data"], projectIds: [projectId], siteIds: [siteId] } as const;
    return addToken(pool, await addUser(pool, user));
  });

const good = (): RenderModalities => requestFor(recording, recording.groups[0], { first: 0, end: 5000, pixels: 100 });
const changed = (changes: object): unknown => ({ ...good(), ...changes });
const recipeForm = (changes: object) => ({
  kind: "recipe_columns",
  first_column: 0,
  samples_per_column: 64,
  recipe: {
    derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "zero" } }],
    filters: { lff: 1, hff: null, notch: null },
  },
  ...changes,
});
const recipe = (changes: object) => recipeForm({ recipe: { ...recipeForm({}).recipe, ...changes } });

it("refuses in the order of the checks, each with its code and a plain sentence", async () => {
  const cases: [unknown, PageFailureCode][] = [
    [null, "bad_request"],
    [undefined, "bad_request"],
    ["page", "bad_request"],
    [[], "bad_request"],
    [{}, "bad_request"],
    [changed({ start: null }), "bad_request"],
    [changed({ start: "0" }), "bad_request"],
    [changed({ pixel_count: 10.5 }), "bad_request"],
    [changed({ data_object_id: 1e300 }), "bad_request"],
    [changed({ modality_sources: [] }), "bad_request"],
    [changed({ form: { kind: "magic" } }), "bad_request"],
    [changed({ form: recipeForm({ samples_per_column: 0 }) }), "bad_request"],
    [changed({ end: good().start, pixel_count: 1 }), "end_not_after_start"],
    [changed({ end: good().start - 1 }), "end_not_after_start"],
    [changed({ pixel_count: 1, data_object_id: 999 }), "bad_pixel_count"],
    [changed({ pixel_count: 16_385 }), "bad_pixel_count"],
    [changed({ pixel_count: -1e300 }), "bad_pixel_count"],
    [changed({ patient_id: "somebody else" }), "unknown_recording"],
    [changed({ modality_sources: [{ modality: "EEG_na", data_object_id: 999 }] }), "unknown_recording"],
    [changed({ data_object_id: 999 }), "unknown_recording"],
    [changed({ data_object_id: -999 }), "unknown_recording"],
    [
      changed({ modality_sources: [{ modality: "__proto__", data_object_id: recording.data_object_id }] }),
      "unknown_modality",
    ],
    [changed({ form: recipeForm({ samples_per_column: 100 }) }), "bad_request"],
    [changed({ form: recipeForm({ first_column: 2 ** 52 }) }), "bad_request"],
    [changed({ form: recipe({ filters: { lff: 250, hff: null, notch: null } }) }), "bad_request"],
    [
      changed({
        form: recipe({ derivations: [{ first: { kind: "channel", index: 4 }, second: { kind: "zero" } }] }),
      }),
      "bad_request",
    ],
    [changed({ end: good().start + 2_000_000, form: { kind: "samples" } }), "too_large"],
    [changed({ start: -1e300, end: 1e300 }), "too_large"],
    [
      changed({
        pixel_count: 16_384,
        form: recipe({ derivations: Array(256).fill(recipe({}).recipe.derivations[0]) }),
      }),
      "too_large",
    ],
  ];
  for (const [request, code] of cases) {
    const answer = await client.ask(request);
    expect(codeOf(answer), JSON.stringify(request)?.slice(0, 200)).toBe(code);
    if (isPageFailure(answer)) expect(answer.error.message).toMatch(/^[A-Z][^{}[\]]*\.$/);
  }
  expect((await client.page(good())).blocks).toHaveLength(1);
});

it("takes a row for every channel of a dense recording, within reason", async () => {
  const [derivation] = recipe({}).recipe.derivations;
  const rows = (count: number) => changed({ form: recipe({ derivations: Array(count).fill(derivation) }) });
  expect(isPageFailure(await client.ask(rows(512)))).toBe(false);
  expect(codeOf(await client.ask(rows(513)))).toBe("bad_request");
});

it("echoes the page id in every answer", async () => {
  expect(await client.ask(changed({ page_id: 77, pixel_count: 1 }))).toMatchObject({ page_id: 77 });
  expect(await client.ask(changed({ page_id: 78 }))).toMatchObject({ page_id: 78, conversion_factor: 1 });
  expect(await client.ask(changed({ page_id: -9 }))).toMatchObject({ page_id: -9, conversion_factor: 1 });
  expect(await client.ask("nothing")).toMatchObject({ page_id: -1 });
});

it("answers a flood: so many at a time, a bounded number waiting, the rest refused", async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => client.ask(good())));
  const refused = answers.filter((answer) => codeOf(answer) === "too_many_requests").length;
  const answered = answers.filter((answer) => !isPageFailure(answer)).length;
  expect(answered + refused).toBe(300);
  expect(answered).toBeGreaterThanOrEqual(pageLimits.maxInFlight);
  expect(refused).toBeGreaterThan(0);
});

it("ignores what cannot be acknowledged and cancellations of nothing", async () => {
  const { socket } = client;
  const emit = socket.emit.bind(socket) as (event: string, ...sent: unknown[]) => void;
  emit("render_modalities", good());
  emit("render_modalities");
  emit("render_modalities", good(), "not a function");
  emit("render_modalities", good(), { apply: 1 }, 5);
  emit("cancel_page");
  emit("cancel_page", { page_id: "x" });
  emit("cancel_page", { page_id: 1e9 });
  emit("no_such_event", good());
  expect((await client.page(good())).blocks).toHaveLength(1);
});

it("answers whoever waits, wherever the acknowledgement stands and whatever the event is", async () => {
  const { socket } = client;
  const say = (event: string, ...sent: unknown[]) =>
    new Promise((resolve) => (socket.emit as (event: string, ...sent: unknown[]) => void)(event, ...sent, resolve));
  const refused = { error: { code: "bad_request", message: expect.stringMatching(/\.$/) } };
  expect(await say("render_modalities")).toMatchObject(refused);
  expect(await say("render_modalities", good(), good(), "more")).toHaveProperty("pixels");
  expect(await say("echo")).toBeUndefined();
  expect(await say("echo", 1, 2)).toBeUndefined();
  expect(await say("no_such_event", good())).toEqual(refused);
  expect(await say("__proto__")).toEqual(refused);
});

it("answers two clients beside each other, and forgets the one that leaves", async () => {
  const other = await connect(server.url, token);
  const pages = Promise.all(Array.from({ length: 8 }, () => client.page(good())));
  for (let k = 0; k < 8; k++) void other.ask(good());
  other.close();
  expect(await pages).toHaveLength(8);
});

it("survives whatever is sent", async () => {
  // Of somebody who has asked for nothing yet: refused for their number, these requests would be looked at by nobody.
  const other = await connect(server.url, await tokenOfAnother());
  // The client copies what goes beside bytes by assignment: a key `__proto__` would make a date its prototype, and
  // the client could not send it. Such keys are sent below, as JSON has them.
  const key = fc.string().filter((name) => name !== "__proto__");
  const anything = fc.anything({ key, withBigInt: false, withDate: true, withTypedArray: true, maxDepth: 4 });
  const hostile = fc.oneof(
    anything,
    fc.record({
      page_id: fc.oneof(fc.integer(), fc.double(), anything),
      patient_id: fc.constant(recording.patient_id),
      data_object_id: fc.oneof(fc.constant(recording.data_object_id), fc.double(), fc.maxSafeInteger()),
      modality_sources: fc.constant([{ modality: "EEG_na", data_object_id: recording.data_object_id }]),
      start: fc.oneof(fc.double(), fc.constant(recording.start_ms), anything),
      end: fc.oneof(fc.double(), fc.constant(recording.start_ms + 1000), anything),
      pixel_count: fc.oneof(fc.integer({ min: -3, max: 20_000 }), anything),
      patient_is_admitted: fc.boolean(),
      form: fc.oneof(fc.constant(undefined), fc.constant({ kind: "samples" }), anything),
    }),
    fc.constant(
      JSON.parse('{"__proto__":{"page_id":1},"constructor":{"prototype":{"start":1}},"page_id":{"valueOf":1}}'),
    ),
    fc.json().map((text) => JSON.parse(`{"page_id":1,"__proto__":${text},"form":{"__proto__":${text}}}`)),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (request) => {
      const answer = await other.ask(request);
      if (isPageFailure(answer)) {
        expect(answer.error.code).not.toBe("too_many_requests");
        expect(answer.error.message).toMatch(/\.$/);
      } else expect(answer.pixels.byteLength).toBeGreaterThan(8);
    }),
    { numRuns: 400 },
  );
  other.close();
  expect((await client.page(good())).blocks).toHaveLength(1);
});

it("survives broken packets: only the connection that sent them may end", async () => {
  const nested = "[".repeat(120_000) + "]".repeat(120_000);
  const packets: (string | Uint8Array)[] = [
    `2/data_query,7["render_modalities",${nested}]`,
    `2/data_query,7["render_modalities",{"page_id":1,"form":${nested}}]`,
    '52-/data_query,8["render_modalities",{"_placeholder":true,"num":5},{"_placeholder":true,"num":0}]',
    "2/data_query,[",
    "9nonsense",
    `2/data_query,9["__proto__",{}]`,
    `2/data_query,9["connection",{}]`,
    crypto.getRandomValues(new Uint8Array(50_000)),
    "x".repeat(1_500_000),
  ];
  for (const packet of packets) {
    const other = await connect(server.url, token);
    other.socket.io.reconnection(false);
    const { engine } = other.socket.io as unknown as { engine: { send(packet: string | Uint8Array): void } };
    engine.send(packet);
    // Packets are read in their order: when what was asked after it is answered, or nothing is any more, it was read.
    await Promise.race([
      other.page(good()),
      new Promise<void>((resolve) => void other.socket.on("disconnect", () => resolve())),
    ]);
    other.close();
    expect((await client.page(good())).blocks).toHaveLength(1);
  }
  expect(client.socket.connected).toBe(true);
});

it("lets in no page of another origin and no other name of this computer", async () => {
  await expect(connect(server.url, token, { origin: "http://evil.example" })).rejects.toThrow();
  await expect(connect(server.url, token, { host: "evil.example" })).rejects.toThrow();
  const own = await connect(server.url, token, { origin: server.url });
  own.close();
});
