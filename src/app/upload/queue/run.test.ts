import { subscribe } from "valtio";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { order, source, sourceFile, World } from "../../../../tests/support/upload-queue-world.ts";
import { uploadQueueText } from "../../../protocol/text/upload-queue-text.ts";
import { uploadServiceText } from "../../../protocol/text/upload-service-text.ts";
import { getFileAddresses, uploadPartBytes } from "../../../protocol/uploads.ts";
import { ApiFailure, ServerUnreachable } from "../../session/index.ts";
import { addItem, enqueueUpload } from "./enqueue.ts";
import { cancelItem, leaveQueue, setTools } from "./run.ts";
import { newItem, queue } from "./state.ts";
import { browserTools } from "./tools.ts";
import { hindranceOf } from "./view/row-words.ts";

const { outcome, reasons } = uploadQueueText;
const bytes = (size: number, seed = 1) => new Uint8Array(size).fill(seed);
const smallFiles = (count: number) =>
  Array.from({ length: count }, (_, n) => sourceFile(`Patient_1/${n}`, bytes(n, n)));

/** What was begun has gone as far as it can without being told more: it waits in turns of the loop, never for a clock. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Large files take their time on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

let world: World;

beforeEach(() => {
  world = new World();
  setTools(world.tools);
});

afterEach(() => {
  leaveQueue();
  setTools(browserTools);
});

const item = (id: number) => queue.items.find((one) => one.id === id);

/** Puts an order into the queue and waits until it is settled. */
async function upload(wanted = order([source("a.edf", [sourceFile("a.edf", bytes(100))])])) {
  const id = enqueueUpload(wanted);
  await until(() => expect(["Done", "Failed", "Canceled"]).toContain(item(id)?.status));
  return { status: item(id)?.status, message: item(id)?.message, reason: item(id)?.reason };
}
const done = { status: "Done", message: outcome.success, reason: null };
const failed = (reason: string | null) => ({ status: "Failed", message: outcome.failed, reason });

it("sends small files side by side and large ones in parts, each checked, then finishes", async () => {
  const large = new Uint8Array(3 * uploadPartBytes + 5).map((_, n) => n % 251);
  const files = [...smallFiles(120), sourceFile("Patient_1/large", large)];
  expect(await upload(order([source("Patient_1", files, { kind: "cns" })]))).toEqual(done);
  expect(world.status).toBe("PROCESSING");
  expect(Buffer.compare(Buffer.from(world.bytesOf("Patient_1/large") ?? []), Buffer.from(large))).toBe(0);
  expect(world.files.every(({ isVerified }) => isVerified)).toBe(true);
  expect(world.puts).toHaveLength(124);
  expect(world.mostInFlight).toBe(4);
  expect(world.calls.filter((name) => name === "get_file_addresses")).toHaveLength(2);
  expect(queue.items[0].uploading).toMatchObject({ outcome: "complete", filesDone: 121, filesTotal: 121, fraction: 1 });
  expect(queue.items[0].preparing).toMatchObject({ outcome: "complete", filesDone: 121, fraction: 1 });
});

it("says that a patient is new until an upload of the queue made it", async () => {
  await upload();
  await upload();
  await upload({ ...order([source("a.edf", [])]), patient: { identifier: "other", key: null } });
  expect(world.created).toEqual([true, false, true]);
});

it("tries again while the store or the server gives no answer", async () => {
  let puts = 0;
  let calls = 0;
  world.faults = {
    put: () => [0, 503, 429][puts++],
    call: () => {
      if (++calls % 3 === 1) throw new ServerUnreachable();
      if (calls % 3 === 2) throw new ApiFailure(502, "Bad gateway");
    },
  };
  expect(await upload()).toEqual(done);
  expect(world.puts).toHaveLength(4);
  expect(new Set(world.puts)).toHaveLength(1);
});

it("gets a new address for an expired one", async () => {
  let puts = 0;
  world.faults = { put: () => (puts++ < 2 ? 403 : undefined) };
  expect(await upload()).toEqual(done);
  expect(new Set(world.puts)).toHaveLength(3);
});

it("does not use an address that grew old while the store was away", async () => {
  let puts = 0;
  world.faults = {
    put: () => {
      if (++puts > 12) return undefined;
      world.nowMs += 20_000;
      return 0;
    },
  };
  expect(await upload()).toEqual(done);
  expect(new Set(world.puts).size).toBeGreaterThan(1);
});

it("fails with the store's status when it refuses for good, and reports it", async () => {
  world.faults = { put: () => 400 };
  expect(await upload()).toEqual(failed(reasons.refused(400)));
  expect([world.status, world.puts.length]).toEqual(["FAILED", 5]);
});

it("sends a file again that arrived damaged; twice damaged it fails, naming the file", async () => {
  let damages = 1;
  world.faults = { put: (_, sent) => void (damages-- > 0 && sent.fill(0)) };
  expect(await upload()).toEqual(done);
  expect(world.puts).toHaveLength(2);
  world = new World();
  setTools(world.tools);
  world.faults = { put: (_, sent) => void sent.fill(0) };
  expect(await upload()).toEqual(failed(reasons.md5("chosen/a.edf")));
});

it("sends all parts of a damaged large file again", async () => {
  let damages = 1;
  world.faults = { put: (_, sent) => void (damages-- > 0 && sent.fill(0)) };
  const large = sourceFile("a.edf", bytes(3 * uploadPartBytes, 4));
  expect(await upload(order([source("a.edf", [large])]))).toEqual(done);
  expect(world.puts).toHaveLength(6);
});

it("gives up after ten minutes without any answer, reports nothing and keeps what was sent", async () => {
  world.faults = { put: () => 0 };
  expect(await upload()).toEqual({
    status: "Failed",
    message: outcome.failedUnreported,
    reason: reasons.unreachable,
  });
  expect(world.status).toBe("UPLOADING");
  expect(world.nowMs).toBeGreaterThanOrEqual(600_000);
});

it("says at once what is tried again and when, and nothing more once it was answered", async () => {
  let puts = 0;
  const seen: unknown[] = [];
  world.faults = {
    put: () => {
      if (++puts > 3) return undefined;
      world.nowMs += 1;
      return 503;
    },
  };
  const unwatch = subscribe(queue, () => {
    const [head] = queue.items;
    if (head?.trouble) seen.push([head.trouble.kind, head.trouble.retryAtMs - world.nowMs, head.trouble.sinceMs]);
  });
  expect(await upload()).toEqual(done);
  unwatch();
  expect(queue.items[0].trouble).toBeNull();
  expect(seen.slice(0, 1)).toEqual([["store", expect.any(Number), expect.any(Number)]]);
  const { trouble, movedMs } = { trouble: { kind: "server", retryAtMs: 12_400, sinceMs: 0 } as const, movedMs: 0 };
  const words = (nowMs: number, more = {}) =>
    hindranceOf({ status: "Uploading", isFinishing: false, trouble, movedMs, ...more }, nowMs);
  expect(words(400)).toEqual({ what: "The server does not answer.", when: "Trying again in 12 s." });
  expect(words(12_400)?.when).toBe("Trying again now...");
  expect(words(9_999, { trouble: null })).toBeNull();
  expect(words(24_100, { trouble: null })?.when).toBe("For 24 s.");
  expect(words(24_100, { trouble: null, isFinishing: true })).toBeNull();
  expect(words(400, { status: "Done" })).toBeNull();
});

it("waits for room as long as it takes, says so, sends nothing twice meanwhile, and says nothing more once there is some", async () => {
  const names = Array.from({ length: 8 }, (_, n) => `${n}.edf`);
  const kinds = new Set<string>();
  const told: unknown[] = [];
  const isFull = () => world.nowMs < 3_600_000;
  world.faults = {
    call: (path) => {
      const { trouble } = queue.items[0];
      if (trouble) kinds.add(trouble.kind);
      if (path === getFileAddresses.path && world.puts.length > 0 && isFull()) throw new ApiFailure(507, "full", null);
    },
    put: () => {
      if (isFull()) return 507;
      told.push(queue.items[0].trouble);
      return undefined;
    },
  };
  const files = names.map((name) => source(name, [sourceFile(name, bytes(100))]));
  expect(await upload(order(files))).toEqual(done);
  expect(world.nowMs).toBeGreaterThanOrEqual(3_600_000);
  expect([...kinds]).toEqual(["full"]);
  expect(world.puts).toHaveLength(8 + 4); // each of the four at once met the full store once
  expect(told.slice(3)).toEqual(Array(5).fill(null));
});

it("waits without counting while there is no connection, and goes on when it is back", async () => {
  let puts = 0;
  world.faults = {
    put: () => {
      if (puts++ > 0) return undefined;
      world.isOnline = false;
      return 0;
    },
  };
  const id = enqueueUpload(order([source("a.edf", [sourceFile("a.edf", bytes(100))])]));
  await until(() => expect(puts).toBe(1));
  await settled();
  expect(item(id)?.status).toBe("Uploading");
  world.nowMs += 3_600_000;
  world.goOnline();
  await until(() => expect(item(id)?.status).toBe("Done"));
});

it("names a file that was changed meanwhile", async () => {
  const file = new File([bytes(100)], "a.edf");
  const gone = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  world.faults = {
    put: () => {
      vi.spyOn(File.prototype, "slice").mockReturnValue({ arrayBuffer: gone } as unknown as Blob);
      vi.spyOn(Blob.prototype, "slice").mockReturnValue({ arrayBuffer: gone } as unknown as Blob);
      return 0;
    },
  };
  const content = { kind: "file", file, patches: [] } as const;
  const ended = await upload(order([source("a.edf", [sourceFile("a.edf", bytes(100), { content })])]));
  vi.restoreAllMocks();
  expect(ended).toEqual(failed(reasons.changed("chosen/a.edf")));
});

it("tells the server's sentence when it refuses to begin; nobody could be told", async () => {
  const sentence = "This Patient ID already exists in Site North Gate.";
  world.faults = {
    call: (path) => {
      if (path.endsWith("create_upload")) throw new ApiFailure(409, sentence);
    },
  };
  expect(await upload()).toEqual({ status: "Failed", message: outcome.failedUnreported, reason: sentence });
  expect(world.calls).toEqual(["check_room", "create_upload"]);
});

it("asks for room before anything is read of the files", async () => {
  const sentence = uploadServiceText.declared.noRoom;
  const read = vi.fn();
  world.tools.createHasher = () => ({ digest: read, close: () => undefined });
  world.faults = {
    call: (path) => {
      if (path.endsWith("check_room")) throw new ApiFailure(409, sentence);
    },
  };
  expect(await upload()).toEqual({ status: "Failed", message: outcome.failedUnreported, reason: sentence });
  expect([world.calls, read.mock.calls]).toEqual([["check_room"], []]);
});

it("ends as canceled when the server says so", async () => {
  world.faults = {
    put: () => {
      world.status = "CANCELED";
      return undefined;
    },
  };
  expect(await upload()).toEqual({ status: "Canceled", message: outcome.canceled, reason: null });
});

it("stops at once when the user cancels, and tells the server", async () => {
  let arrived = () => {};
  const inPut = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  world.faults = {
    put: async () => {
      arrived();
      await settled();
      return undefined;
    },
  };
  const id = enqueueUpload(order([source("Patient_1", smallFiles(50))]));
  await inPut;
  await cancelItem(id);
  expect(item(id)).toMatchObject({ status: "Canceled", message: outcome.canceled, reason: null });
  expect(world.status).toBe("CANCELED");
  expect(world.puts.length).toBeLessThanOrEqual(4);
});

it("is done, not canceled, when the server took it over first", async () => {
  let id = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  world.faults = {
    call: async (path) => {
      if (path.endsWith("cancel_upload")) throw new ApiFailure(409, "This upload is already being processed.");
      if (!path.endsWith("finish_upload")) return;
      world.status = "PROCESSING";
      await answered;
    },
  };
  id = enqueueUpload(order([source("a.edf", [sourceFile("a.edf", bytes(100))])]));
  await until(() => expect(world.status).toBe("PROCESSING"));
  const cancelled = expect(cancelItem(id)).rejects.toThrow("already being processed");
  answer();
  await cancelled;
  expect(item(id)).toMatchObject({ status: "Done", message: outcome.success });
});

it("tolerates a 504 of finish (spec 000 section 7)", async () => {
  let finishes = 0;
  world.faults = {
    call: (path) => {
      if (path.endsWith("check_cancel_status") && finishes > 0) world.status = "PROCESSING";
      if (!path.endsWith("finish_upload")) return;
      finishes++;
      throw new ApiFailure(504, "Gateway timeout");
    },
  };
  expect(await upload()).toEqual(done);
  expect(finishes).toBe(1);
  expect(world.calls).toContain("check_cancel_status");
});

it("asks to finish again when nothing came of it for a minute", async () => {
  let finishes = 0;
  let begunMs = 0;
  world.faults = {
    call: (path) => {
      if (!path.endsWith("finish_upload")) return;
      finishes++;
      if (finishes > 1) return;
      begunMs = world.nowMs;
      throw new ApiFailure(504, "Gateway timeout");
    },
  };
  expect(await upload()).toEqual(done);
  expect([finishes, world.nowMs - begunMs]).toEqual([2, 60_000]);
});

it("a session that ended leaves the upload on the server, to be continued", async () => {
  world.faults = {
    put: () => {
      leaveQueue();
      return undefined;
    },
  };
  enqueueUpload(order([source("Patient_1", smallFiles(20))]));
  await until(() => expect(world.inFlight === 0 && world.puts.length > 0).toBe(true));
  await settled();
  expect([world.status, queue.items.length]).toEqual(["UPLOADING", 0]);
  expect(world.puts.length).toBeLessThanOrEqual(4);
});

it("continues with what is not verified; parts that the store has are not sent again", async () => {
  const large = sourceFile("b.edf", bytes(3 * uploadPartBytes + 1, 3));
  const sources = [source("a.edf", [sourceFile("a.edf", bytes(9))]), source("b.edf", [large])];
  let puts = 0;
  world.faults = {
    put: () => {
      if (++puts <= 3) return undefined;
      leaveQueue();
      return 0;
    },
  };
  enqueueUpload(order(sources));
  await until(() => expect(puts).toBeGreaterThanOrEqual(4));
  await until(() => expect(world.inFlight).toBe(0));
  world.faults = {};
  const before = { puts: world.puts.length, stored: world.files[1].parts.size };
  expect(before.stored).toBeGreaterThan(0);
  const rest = { uploadId: 9, sources: [sources[1]], recipe: null, hasEncryption: false };
  const id = addItem(newItem(0, order(sources)), { kind: "rest", rest });
  await until(() => expect(item(id)?.status).toBe("Done"));
  expect(world.puts.length - before.puts).toBe(4 - before.stored);
  expect(item(id)?.uploading).toMatchObject({ filesDone: 2, fraction: 1 });
  expect(world.calls.filter((name) => name === "create_upload")).toHaveLength(1);
});
