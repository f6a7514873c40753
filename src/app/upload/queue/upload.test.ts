import { createDecipheriv } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { order, source, sourceFile, World } from "../../../../tests/support/upload-queue-world.ts";
import { formText } from "../../../protocol/forms.ts";
import { uploadQueueText } from "../../../protocol/upload-queue-text.ts";
import { enqueueUpload } from "./enqueue.ts";
import { leaveQueue, setTools } from "./run.ts";
import { queue } from "./state.ts";
import { browserTools } from "./tools.ts";

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
