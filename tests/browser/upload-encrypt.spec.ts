/** ENCRYPT=on in a real browser against the real server: patient.info and admission.info leave it as cipher text (spec 000 section 9). */
import { createDecipheriv, createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import type { BodyOf } from "../../src/protocol/route.ts";
import { getUploadSettings, updateMd5ForPatientInfo } from "../../src/protocol/uploads.ts";
import { createFsStore } from "../../src/server/platform/storage/fs-store.ts";
import { uploadKey } from "../../src/server/platform/storage/types.ts";
import { uploadEncryptionKey } from "../../src/server/uploads/encryption.ts";
import type { BackendOption } from "../playwright.config.ts";
import { addProject, addSite, addUser, answerAs, signIn, tokenCookie, withDatabase } from "../support/accounts.ts";
import { wave, writeCns } from "../support/cns-writer.ts";
import { startServer } from "../support/server.ts";
import { withoutErrors } from "./page-errors.ts";
import { type UploadWorld, uploaderRights, Wizard } from "./upload-world.ts";

const encryptionKey = randomBytes(32);
const directory = "Patient_2024_05_16";

const test = base.extend<BackendOption & { wizard: Wizard }, { world: UploadWorld }>({
  backend: ["canvas2d", { option: true }],
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "connect-encrypt-"));
      writeCns(folder, { name: directory, segments: { Segment_1: { streams: [wave(640)] } } });
      const server = await startServer({ env: { ENCRYPT: "on", ENCRYPT_KEY: encryptionKey.toString("base64") } });
      const { url, dataDir } = server;
      const { workspaceId } = await signIn(url);
      const user = await withDatabase(dataDir, async (pool) =>
        addUser(pool, {
          ...{ workspaceId, permissions: uploaderRights },
          siteIds: [await addSite(pool, workspaceId, "NGMC"), await addSite(pool, workspaceId, "KESS")],
          projectIds: [await addProject(pool, workspaceId, "CPP")],
        }),
      );
      const { token } = await signIn(url, user);
      const { projects, sites } = await answerAs(url, token, getUploadSettings, {});
      await use({ url, dataDir, folder, token, sites, projects, patientKeys: [], enter: async () => undefined });
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  page: async ({ page, world }, use) => {
    await page.context().addCookies([{ name: tokenCookie, value: world.token, url: world.url, sameSite: "Strict" }]);
    await withoutErrors(page, null, use);
  },
  wizard: async ({ page, world }, use) => use(new Wizard(page, world)),
});

/** The directory through the wizard to its last button, for a new patient. */
async function upload(wizard: Wizard, patient: string): Promise<void> {
  await wizard.open();
  await wizard.toData(patient);
  await wizard.kind(/^CNS/).click();
  await wizard.choose("Select directory", directory);
  await expect(wizard.row(directory)).toContainText("Segmented");
  await wizard.button("Remove identifying fields").click();
  await wizard.next.click();
  await expect(wizard.step("Confirm data upload")).toBeVisible();
  await wizard.button("Upload").click();
}

interface StoredInfo {
  id: number;
  path: string;
  md5: string;
  text_md5: string;
  iv: string;
}

test("info files are stored as cipher text with both md5s and a vector, and read again", async ({
  page,
  world,
  wizard,
}) => {
  const told: BodyOf<typeof updateMd5ForPatientInfo>[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === updateMd5ForPatientInfo.path) told.push(request.postDataJSON());
  });
  await upload(wizard, "7001");
  const done = "Your upload was successful! You will receive an email when your data is ready for review.";
  await expect(page.getByText(done)).toBeVisible({ timeout: 30_000 });

  const names = [`${directory}/Segment_1/patient.info`, `${directory}/admission.info`];
  expect(told.map(({ filepath }) => filepath).sort()).toEqual(names);
  const { upload_id } = told[0];
  const status = async () =>
    withDatabase(world.dataDir, async (pool) => {
      const { rows } = await pool.query("select status, is_encrypted from upload where id = $1", [upload_id]);
      return rows[0];
    });
  await expect.poll(status, { timeout: 30_000 }).toEqual({ status: "SUCCESS", is_encrypted: true });

  const files = await withDatabase(world.dataDir, async (pool) => {
    const text = `select id, path, md5, text_md5, iv from upload_file
      where upload_id = $1 and path like '%.info' order by path collate "C"`;
    return (await pool.query<StoredInfo>(text, [upload_id])).rows;
  });
  expect(files.map(({ path }) => path)).toEqual(names);
  const uploads = { encryptionKey } as never;
  const key = await uploadEncryptionKey({ dataDir: world.dataDir, uploads }, upload_id);
  const store = createFsStore({ root: join(world.dataDir, "objects"), name: "local", secret: "unused" });
  const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
  for (const { id, path, md5: encryptedMd5, text_md5, iv } of files) {
    const size = (await store.head(uploadKey(upload_id, id)))?.size ?? 0;
    const stored = Buffer.alloc(size);
    await store.read(uploadKey(upload_id, id), stored, 0);
    expect(stored.includes("TimeStamp")).toBe(false);
    expect(md5(stored)).toBe(encryptedMd5);
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64"));
    decipher.setAuthTag(stored.subarray(-16));
    const plain = Buffer.concat([decipher.update(stored.subarray(0, -16)), decipher.final()]);
    expect(md5(plain)).toBe(text_md5);
    expect(plain.toString()).toContain("TimeStamp");
    expect(plain.toString()).not.toMatch(/Haagse|4711/);
    const [body] = told.filter(({ filepath }) => filepath === path);
    expect(body).toMatchObject({ upload_id, filepath: path, text_md5, encrypted_md5: encryptedMd5, iv, size });
  }
  expect(new Set(files.map(({ iv }) => iv)).size).toBe(2);
  await store.close();
  const recordings = await withDatabase(world.dataDir, async (pool) => {
    const text = `select r.id from recording r join upload_item i on i.id = r.upload_item_id where i.upload_id = $1`;
    return (await pool.query(text, [upload_id])).rows;
  });
  expect(recordings).toHaveLength(1);
});

test("says 'Encryption failed' and sends nothing of the directory", async ({ page, world, wizard }) => {
  await page.addInitScript(() => {
    SubtleCrypto.prototype.encrypt = () => Promise.reject(new Error("no"));
  });
  await upload(wizard, "7002");
  const dialog = page.getByRole("dialog", { name: "Upload failed" });
  await expect(dialog.getByRole("alert")).toContainText("Encryption failed");
  const sent = await withDatabase(world.dataDir, async (pool) => {
    const text = `select u.status, count(f.verified_at)::int as verified, count(f.iv)::int as encrypted
      from upload u join upload_file f on f.upload_id = u.id where u.patient_identifier = '7002' group by u.id`;
    return (await pool.query(text)).rows;
  });
  expect(sent).toEqual([{ status: "FAILED", verified: 0, encrypted: 0 }]);
});
