/** Whether a store takes and gives back an object. */
import { randomBytes } from "node:crypto";
import { storeText } from "../../../protocol/text/store-text.ts";
import { serviceFailure } from "./s3-errors.ts";
import type { ObjectStore } from "./types.ts";

/** Writes, reads and deletes a small object. Null when all went well, else a sentence. */
export async function probeService(store: ObjectStore): Promise<string | null> {
  const key = `probes/${randomBytes(8).toString("hex")}`;
  const written = randomBytes(64);
  try {
    await store.put(key, written, written.length);
    try {
      const back = Buffer.alloc(written.length + 1);
      const count = await store.read(key, back, 0);
      return written.equals(back.subarray(0, count)) ? null : storeText.service.differs;
    } finally {
      await store.delete([key]);
    }
  } catch (error) {
    return serviceFailure(error);
  }
}
