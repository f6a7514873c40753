/** The lossless code of pages over the socket: who asks for it gets fewer bytes of the same values, nobody else another byte. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { decodePage, type PageBlock } from "../../../src/protocol/page-codec.ts";
import { isPageFailure, pageCodes, type RenderModalities } from "../../../src/protocol/pages.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { decodeBlock } from "../../../src/signal/codec.ts";
import { openCore } from "../../../src/signal/node.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, codeOf, connect, makeDataFolder, recipeRequest, requestFor } from "./page-world.ts";

let server: RunningServer;
let token: string;
let recording: RecordingDetail;
let dataDir: string;
const clients: Client[] = [];
const core = openCore();

beforeAll(async () => {
  const made = await makeDataFolder();
  dataDir = made.dataDir;
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  recording = await answerAs(server.url, token, getRecording, { data_object_id: made.recordingId });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(codes?: unknown): Promise<Client> {
  const client = await connect(server.url, codes === undefined ? token : { token, codes });
  clients.push(client);
  return client;
}

const recipe: Recipe = {
  derivations: [0, 1, 2].map((index) => ({ first: { kind: "channel", index }, second: { kind: "zero" } })),
  filters: { lff: 1, hff: null, notch: null },
};

/** One request of each form, over a gap, and one of both groups. */
function requests(): RenderModalities[] {
  const [eeg, pressure] = recording.groups;
  const both = requestFor(recording, pressure, { first: 690, end: 1400, form: { kind: "samples" } });
  both.modality_sources.push({ modality: eeg.modality, data_object_id: recording.data_object_id });
  return [
    requestFor(recording, eeg, { first: 298_000, end: 312_000, form: { kind: "samples" } }),
    both,
    requestFor(recording, eeg, { first: 0, end: 200_000, pixels: 1000 }),
    recipeRequest(recording, eeg, recipe, { firstColumn: 9000, columns: 700, width: 33 }),
    recipeRequest(recording, eeg, recipe, { firstColumn: 0, columns: 512, width: 4096 }),
    requestFor(recording, eeg, { first: -2000, end: -1000, form: { kind: "samples" } }),
  ];
}

async function answerOf(client: Client, request: RenderModalities): Promise<Uint8Array> {
  const answer = await client.ask(request);
  if (isPageFailure(answer)) throw new Error(answer.error.message);
  return new Uint8Array(answer.pixels);
}

/** The codes that the header of a page names. */
const named = (page: Uint8Array): string[] => {
  const length = new DataView(page.buffer, page.byteOffset).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(page.subarray(8, 8 + length)));
  return header.blocks.flatMap(({ code }: { code?: string }) => code ?? []);
};
const bitsOf = (blocks: readonly PageBlock[]) =>
  blocks.map(({ data: { buffer, byteOffset, byteLength }, ...rest }) => ({
    ...rest,
    bytes: Buffer.from(buffer.slice(byteOffset, byteOffset + byteLength)).toString("base64"),
  }));

it("every form comes back bit by bit, in fewer bytes where there is something to save", async () => {
  const [plain, coding] = [await open(), await open(["later-2", ...pageCodes])];
  const saved: boolean[] = [];
  for (const request of requests()) {
    const before = await answerOf(plain, request);
    const after = await answerOf(coding, { ...request, is_coded: true });
    const decoded = decodePage(after, (bytes, shape) => decodeBlock(core, bytes, shape));
    expect(bitsOf(decoded.blocks)).toEqual(bitsOf(decodePage(before).blocks));
    expect(after.byteLength).toBeLessThanOrEqual(before.byteLength);
    saved.push(named(after).length > 0);
  }
  expect(saved.slice(0, 2)).toEqual([true, true]);
  expect(saved[5]).toBe(false);
});

it("who does not offer the code, or does not ask for it, gets the bytes of before", async () => {
  const [plain, other, quiet] = [await open(), await open(["later-2"]), await open([...pageCodes])];
  for (const request of requests()) {
    const before = await answerOf(plain, request);
    for (const [client, is_coded] of [
      [plain, true],
      [other, true],
      [quiet, false],
      [quiet, undefined],
    ] as const) {
      const after = await answerOf(client, { ...request, is_coded });
      expect(named(after)).toEqual([]);
      expect(Buffer.compare(after, before)).toBe(0);
    }
  }
});

it("offers of another shape end in a refusal, and so does another wish", async () => {
  await expect(open("rice-1")).rejects.toThrow("bad_handshake");
  await expect(open(new Array(17).fill("a"))).rejects.toThrow("bad_handshake");
  const client = await open([...pageCodes]);
  expect(codeOf(await client.ask({ ...requests()[0], is_coded: "yes" }))).toBe("bad_request");
});
