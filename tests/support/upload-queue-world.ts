/** A server, a store and a clock in memory, for the tests of the queue. */
import { createHash } from "node:crypto";
import { ApiFailure } from "../../src/app/session/index.ts";
import type { UploadQueueDeps } from "../../src/app/upload/queue/tools.ts";
import type { SourceFile, UploadOrder, UploadSource } from "../../src/app/upload/types.ts";
import { partCountOf } from "../../src/app/upload/worker/digest.ts";
import type { Route } from "../../src/protocol/route.ts";
import {
  checkCancelStatus,
  checkMd5,
  checkUploadRoom,
  createUpload,
  type DeclaredFile,
  finishUpload,
  getEncryptionKey,
  getFileAddresses,
  getPartAddresses,
  getUploadFiles,
  modifyUpload,
  type PutAddress,
  startUpload,
  updateFormMd5,
  updateMd5ForPatientInfo,
  uploadCanceledCode,
  uploadPartBytes,
} from "../../src/protocol/uploads.ts";

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

export function digestOf(bytes: Uint8Array): string {
  if (partCountOf(bytes.length) === 1) return md5(bytes);
  const all = createHash("md5");
  const count = partCountOf(bytes.length);
  for (let n = 0; n < count; n++)
    all.update(
      createHash("md5")
        .update(bytes.subarray(n * uploadPartBytes, (n + 1) * uploadPartBytes))
        .digest(),
    );
  return `${all.digest("hex")}-${count}`;
}

/** News of an upload that is waited for comes this often. */
const newsEveryMs = 10_000;

/** Requests that a file is sent by. */
const requestsOf = (size: number) => Math.max(1, Math.ceil(size / uploadPartBytes));

/** What is added to the id of a file that is encrypted. */
const movedBy = 100_000;

export const sourceFile = (path: string, bytes: Uint8Array, more: Partial<SourceFile> = {}): SourceFile => ({
  path,
  chosenPath: `chosen/${path}`,
  size: bytes.length,
  modifiedAt: 5,
  content: { kind: "bytes", bytes },
  isInfo: false,
  ...more,
});

export const source = (name: string, files: readonly SourceFile[], more: Partial<UploadSource> = {}): UploadSource => ({
  kind: "edf",
  name,
  chosenName: name,
  files,
  size: files.reduce((sum, { size }) => sum + size, 0),
  removed: [],
  ...more,
});

export const order = (sources: readonly UploadSource[], more: Partial<UploadOrder> = {}): UploadOrder => ({
  project: { id: 1, name: "SD-Watch" },
  site: { id: 2, identifier: "NGMC", name: "North Gate" },
  patient: { identifier: "0042", key: null },
  timezone: "America/New_York",
  sources,
  form: null,
  hasEncryption: false,
  ...more,
});

interface Stored {
  file: DeclaredFile;
  whole: Uint8Array | null;
  parts: Map<number, Uint8Array>;
  isVerified: boolean;
  textMd5: string | null;
}

/** What can go wrong, asked before each request; a status stands for an answer that is not the usual one. */
export interface Faults {
  call?(path: string, body: never): void | Promise<void>;
  put?(url: string, bytes: Uint8Array): number | undefined | Promise<number | undefined>;
}

export class World {
  readonly calls: string[] = [];
  /** Of each create_upload, whether the patient is said to be new. */
  readonly created: boolean[] = [];
  readonly puts: string[] = [];
  readonly files: Stored[] = [];
  readonly key = Buffer.alloc(32, 7);
  status = "CREATED";
  form: string | null = null;
  progress: number[] = [];
  nowMs = 0;
  isOnline = true;
  faults: Faults = {};
  inFlight = 0;
  mostInFlight = 0;
  #addresses = 0;
  #untilOnline: (() => void)[] = [];

  goOnline(): void {
    this.isOnline = true;
    for (const wake of this.#untilOnline.splice(0)) wake();
  }

  readonly tools: UploadQueueDeps = {
    nowMs: () => this.nowMs,
    random: () => 1,
    isOnline: () => this.isOnline,
    untilOnline: (signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        this.#untilOnline.push(resolve);
      }),
    pause: async (ms, signal) => {
      this.nowMs += ms;
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
    },
    followUpload: () => ({
      next: (ms, signal) => this.tools.pause(Math.min(ms, newsEveryMs), signal),
      end: () => undefined,
    }),
    createHasher: () => ({
      digest: async (blob, onBytes) => {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        onBytes?.(bytes.length);
        return digestOf(bytes);
      },
      close: () => undefined,
    }),
    call: (async (route: Route, body: never, signal?: AbortSignal) => {
      this.calls.push(route.path.split("/").at(-1) ?? "");
      await this.faults.call?.(route.path, body);
      signal?.throwIfAborted();
      return this.#answer(route, body);
    }) as UploadQueueDeps["call"],
    put: async ({ url }: PutAddress, blob, { signal, onBytes }) => {
      this.puts.push(url);
      this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
      try {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        await new Promise((resolve) => setTimeout(resolve, 0));
        signal.throwIfAborted();
        const status = (await this.faults.put?.(url, bytes)) ?? this.#store(url, bytes);
        signal.throwIfAborted();
        if (status === 200) onBytes(bytes.length);
        return status;
      } finally {
        this.inFlight--;
      }
    },
  };

  /** Bytes of a file as the store has them. */
  bytesOf(path: string): Uint8Array | null {
    const stored = this.files.find(({ file }) => file.path === path);
    return stored === undefined ? null : wholeOf(stored);
  }

  #store(url: string, bytes: Uint8Array): number {
    const [, file, part] = url.split("/").map(Number);
    const stored = this.files[file - 1];
    if (part === 0) stored.whole = bytes;
    else stored.parts.set(part, bytes);
    return 200;
  }

  #address(file: number, part: number): PutAddress {
    return { url: `store/${file}/${part}/${++this.#addresses}`, headers: {} };
  }

  #answer(route: Route, body: Record<string, never>): unknown {
    if (this.status === "CANCELED" && route !== checkCancelStatus)
      throw new ApiFailure(409, "Upload has been canceled", null, uploadCanceledCode);
    if (route === checkUploadRoom) return {};
    if (route === createUpload) {
      this.created.push(body.is_new_patient as boolean);
      return { upload_id: 9 };
    }
    if (route === startUpload) return this.#start(body as never);
    if (route === getUploadFiles) return this.#list();
    if (route === getFileAddresses)
      return {
        addresses: (body.file_ids as number[]).map((id) => ({ file_id: id, ...this.#address(this.#placeOf(id), 0) })),
      };
    if (route === getPartAddresses)
      return {
        multipart_upload_id: "m",
        addresses: (body.parts as number[]).map((part) => ({ part, ...this.#address(body.file_id, part) })),
        stored_parts: [...this.files[body.file_id - 1].parts.keys()],
      };
    if (route === checkMd5) return { transmitted_properly: this.#check(body.filename, body.md5) };
    if (route === modifyUpload) {
      this.progress.push(body.progress);
      if (body.has_failed === true) this.status = "FAILED";
      return {};
    }
    if (route === getEncryptionKey) return { key: this.key.toString("base64") };
    if (route === updateMd5ForPatientInfo) return this.#encrypt(body as never);
    if (route === updateFormMd5)
      return { transmitted_properly: this.form !== null && md5(Buffer.from(this.form)) === (body.md5 as string) };
    if (route === checkCancelStatus) return { canceled: this.status === "CANCELED", status: this.status };
    if (route === finishUpload) {
      if (this.files.some(({ isVerified }) => !isVerified)) throw new ApiFailure(409, "Files are missing.");
      this.status = "PROCESSING";
      return { messages: [], patient_key: 3 };
    }
    this.status = "CANCELED";
    return {};
  }

  /** Ids begin with 1; encrypted files are known by their new id alone. */
  #placeOf(id: number): number {
    const place = id > movedBy ? id - movedBy : id;
    if ((this.files[place - 1].textMd5 !== null) !== id > movedBy) throw new ApiFailure(404, "File does not exist");
    return place;
  }

  #start(body: { files: DeclaredFile[]; form: unknown }): unknown {
    this.status = "UPLOADING";
    this.form = body.form === null ? null : JSON.stringify(body.form);
    for (const file of body.files)
      this.files.push({ file, whole: null, parts: new Map(), isVerified: false, textMd5: null });
    return this.#list();
  }

  #list(): unknown {
    const files = this.files.map(({ file, parts, isVerified }, n) => ({
      file_id: n + 1,
      path: file.path,
      size: file.size,
      part_count: requestsOf(file.size),
      is_verified: isVerified,
      stored_bytes: isVerified ? file.size : [...parts.values()].reduce((sum, { length }) => sum + length, 0),
    }));
    return { files, part_size: uploadPartBytes };
  }

  #check(path: string, claimed: string): boolean {
    const stored = this.files.find(({ file }) => file.path === path);
    if (stored === undefined) throw new ApiFailure(404, "File does not exist");
    const bytes = wholeOf(stored);
    stored.isVerified = bytes !== null && digestOf(bytes) === stored.file.md5 && claimed === stored.file.md5;
    if (!stored.isVerified) {
      stored.whole = null;
      stored.parts.clear();
    }
    return stored.isVerified;
  }

  #encrypt(body: { filepath: string; text_md5: string; encrypted_md5: string; size: number }): unknown {
    const stored = this.files.find(({ file }) => file.path === body.filepath);
    if (stored === undefined || stored.file.md5 !== body.text_md5) throw new ApiFailure(400, "Another text.");
    stored.file = { ...stored.file, md5: body.encrypted_md5, size: body.size };
    stored.textMd5 = body.text_md5;
    return { file_id: movedBy + this.files.indexOf(stored) + 1 }; // as when it was encrypted before
  }
}

function wholeOf({ whole, parts, file }: Stored): Uint8Array | null {
  if (whole !== null) return whole;
  if (parts.size < requestsOf(file.size)) return null;
  return Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
}
