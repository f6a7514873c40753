/** Why a copy is not complete. */
import { ObjectMissing } from "../platform/storage/index.ts";

/** "disk": it is full; "unwritable": it takes nothing; "store": the service does not answer; "damaged": it lacks a part. */
export class CopyFailed extends Error {
  override readonly name = "CopyFailed";
  constructor(
    readonly code: "disk" | "store" | "damaged" | "unwritable",
    options?: ErrorOptions,
  ) {
    super(`A recording was not copied: ${code}.`, options);
  }
}

/** Does what the service or the disk may refuse. @throws CopyFailed */
export async function failing<T>(what: "store" | "write", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof CopyFailed) throw cause;
    if (what === "store") throw new CopyFailed(cause instanceof ObjectMissing ? "damaged" : "store", { cause });
    const isFull = ["ENOSPC", "EDQUOT"].includes((cause as NodeJS.ErrnoException).code ?? "");
    throw new CopyFailed(isFull ? "disk" : "unwritable", { cause });
  }
}
