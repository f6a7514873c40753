import { createDecipheriv } from "node:crypto";
import { subscribe } from "valtio";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { order, source, sourceFile, World } from "../../../../../tests/support/upload-queue-world.ts";
import { formText } from "../../../../protocol/forms.ts";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { getUploadFiles, type ResumedFile, uploadPartBytes } from "../../../../protocol/uploads.ts";
import { addItem, enqueueUpload } from "../enqueue.ts";
import { sentOf } from "../kept/interrupted.ts";
import { leaveQueue, setTools } from "../run.ts";
import { isLive, newItem, queue } from "../state.ts";
import { browserTools } from "../tools.ts";
import { stageOf, stateOf } from "../view/row-words.ts";

const { outcome } = uploadQueueText;
const bytes = (size: number) => new Uint8Array(size).fill(1);

let world: World;

beforeEach(() => {
  world = new World();
  setTools(world.tools);
});

afterEach(() => {
  leaveQueue();
  setTools(browserTools);
});

async function upload(wanted: ReturnType<typeof order>) {
  const id = enqueueUpload(wanted);
  const item = () => queue.items.find((one) => one.id === id);
  await vi.waitFor(() => expect(["Done", "Failed", "Canceled"]).toContain(item()?.status), { timeout: 20_000 });
  return { status: item()?.status, message: item()?.message, reason: item()?.reason };
}
const done = { status: "Done", message: outcome.success, reason: null };

describe("over a slow line", () => {
  /** 50 kB/s: a part takes more than five minutes. */
  const slow = (sent: Uint8Array) => {
    world.nowMs += sent.length / 50;
    return undefined;
  };
  const large = [1, 2, 3].map((n) => sourceFile(`Patient_1/${n}`, bytes(2 * uploadPartBytes)));

  it("sends one part after the other, so that little is lost when the page is left", async () => {
    world.faults = { put: (_, sent) => slow(sent) };
    expect(await upload(order([source("Patient_1", large, { kind: "cns" })]))).toEqual(done);
    expect([world.puts.length, world.mostInFlight]).toEqual([6, 1]);
  });

  it("goes on after a reload with what the server has, and never shows less", async () => {
    const sources = [source("Patient_1", large, { kind: "cns" })];
    let puts = 0;
    world.faults = {
      put: (_, sent) => {
        if (++puts <= 5) return slow(sent);
        leaveQueue();
        return 0;
      },
    };
    enqueueUpload(order(sources));
    await vi.waitFor(() => expect(world.inFlight === 0 && puts > 5).toBe(true), { timeout: 20_000 });
    world.faults = {};
    const { files } = (await world.tools.call(getUploadFiles, { upload_id: 9 })) as { files: ResumedFile[] };
    const had = sentOf(files);
    expect(had).toEqual({ filesDone: 2, filesTotal: 3, fraction: 5 / 6 });
    const item = Object.assign(newItem(0, order(sources)), { uploadId: 9, isResumed: true });
    Object.assign(item.uploading, had);
    const shown: [string, number][] = [];
    const unwatch = subscribe(queue, () => {
      const [head] = queue.items;
      if (head !== undefined && isLive(head)) shown.push([stateOf(head, false), stageOf(head).fraction]);
    });
    const rest = { uploadId: 9, sources, recipe: null, hasEncryption: false };
    const id = addItem(item, { kind: "rest", rest });
    await vi.waitFor(() => expect(queue.items.find((one) => one.id === id)?.status).toBe("Done"), { timeout: 20_000 });
    unwatch();
    expect(shown[0]).toEqual(["Checking what was already sent", 5 / 6]);
    expect(Math.min(...shown.map(([, fraction]) => fraction))).toBe(5 / 6);
    expect(world.puts).toHaveLength(7); // six parts, and the one that was cut off
  });
});

const info = (name: string) => sourceFile(`Patient_1/${name}`, Buffer.from("<Info/>"), { isInfo: true });

it("encrypts info files, and nothing else, where the installation says so", async () => {
  const files = [info("patient.info"), sourceFile("Patient_1/ABP", bytes(5))];
  const wanted = order([source("Patient_1", files, { kind: "cns" })], { hasEncryption: true });
  expect(await upload(wanted)).toEqual(done);
  expect(Buffer.from(world.bytesOf("Patient_1/ABP") ?? [])).toEqual(Buffer.from(bytes(5)));
  const sent = Buffer.from(world.bytesOf("Patient_1/patient.info") ?? []);
  expect([sent.length, world.files[0].textMd5]).toEqual([7 + 16, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(sent.includes("Info")).toBe(false);
});

it("writes AES-256-GCM with the tag at the end and a vector of 12 bytes", async () => {
  const { encrypt } = await import("./encryption.ts");
  const key = Buffer.alloc(32, 9);
  const { bytes: sent, iv } = await encrypt(new TextEncoder().encode("TimeStamp"), key.toString("base64"));
  const plain = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64"));
  plain.setAuthTag(sent.subarray(-16));
  expect(iv).toHaveLength(16);
  expect(Buffer.concat([plain.update(sent.subarray(0, -16)), plain.final()]).toString()).toBe("TimeStamp");
});

it("says 'No patient info found' and 'Encryption failed' (spec 000 section 8)", async () => {
  const bare = source("Patient_1", [sourceFile("Patient_1/ABP", bytes(5))], { kind: "cns" });
  expect(await upload(order([bare], { hasEncryption: true }))).toEqual({
    status: "Failed",
    message: "No patient info found",
    reason: null,
  });
  vi.spyOn(crypto.subtle, "encrypt").mockRejectedValue(new Error("no"));
  const full = source("Patient_1", [info("patient.info")], { kind: "cns" });
  const ended = await upload(order([full], { hasEncryption: true }));
  vi.restoreAllMocks();
  expect(ended).toEqual({ status: "Failed", message: "Encryption failed", reason: outcome.failed });
});

it("uploads a form alone, and compares its md5", async () => {
  const form = { formName: "Patient", formID: "1", dateFilled: 5, answers: [{ identifier: "a", value: "b" }] };
  expect(await upload(order([], { form }))).toEqual(done);
  expect(world.form).toBe(formText(form));
  expect(world.calls).toEqual(["create_upload", "start_upload", "update_form_md5", "modify_upload", "finish_upload"]);
});

it("estimates by what moves since the line came back, and names no hindrance once bytes go on leaving", async () => {
  const size = 800_000;
  const item = () => queue.items[0];
  const seen: { eta: number | null; isHindered: boolean }[] = [];
  let puts = 0;
  setTools({
    ...world.tools,
    put: async ({ url }, blob, { onBytes, signal }) => {
      const look = () => seen.push({ eta: item().uploading.etaMs, isHindered: item().trouble !== null });
      const send = (seconds: number) => {
        for (let second = 0; second < seconds; second++) {
          onBytes(50_000);
          look();
          world.nowMs += 1000;
        }
      };
      if (++puts > 2) return world.tools.put({ url, headers: {} }, blob, { signal, onBytes: () => send(16) });
      send(puts === 1 ? 5 : 0);
      onBytes(puts === 1 ? -250_000 : 0);
      world.nowMs += 20_000; // nothing moves, and then there is no answer
      return 0;
    },
  });
  expect(await upload(order([source("night.edf", [sourceFile("night.edf", bytes(size))])]))).toEqual(done);
  const last = seen.slice(-16);
  expect(last.slice(0, 3).map(({ eta }) => eta)).toEqual([null, null, null]);
  // 200,000 bytes are there after three seconds of 50 kB: 12 s are left.
  expect(last[3].eta).toBeCloseTo(12_000, -3);
  expect(last.map(({ isHindered }) => isHindered)).toEqual([...Array(5).fill(true), ...Array(11).fill(false)]);
});
