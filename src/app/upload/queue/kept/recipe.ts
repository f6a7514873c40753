/**
 * What this browser keeps of an upload under way, to continue it after a reload: digests of what is sent, by the names it is
 * sent under. Neither contents nor the names on the user's disk. Without it everything is hashed again; nothing else is lost.
 */
import type { UploadOrder } from "../../types.ts";
import type { Sending } from "../transfer/transfer.ts";
import { inStore } from "./browser-store.ts";

export interface RecipeFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly md5: string;
}

export interface Recipe {
  readonly uploadId: number;
  readonly files: readonly RecipeFile[];
}

const store = "recipes";

/** Keeps the digests of an upload that was just started. `files` are in the order of the order's. */
export function keepRecipe(uploadId: number, order: UploadOrder, files: readonly Sending[]): Promise<void> {
  const modified = order.sources.flatMap((source) => source.files.map(({ modifiedAt }) => modifiedAt));
  const kept = files.map(({ path, size, md5 }, n) => ({ path, size, md5, modifiedAt: modified[n] }));
  return inStore(store, "readwrite", (recipes) => recipes.put({ uploadId, files: kept } satisfies Recipe)).then(
    () => undefined,
    () => undefined, // storage may be blocked or full
  );
}

/** Null when there is none, or storage is blocked. */
export const readRecipe = (uploadId: number): Promise<Recipe | null> =>
  inStore<Recipe | undefined>(store, "readonly", (recipes) => recipes.get(uploadId)).then(
    (recipe) => recipe ?? null,
    () => null,
  );

export const dropRecipe = (uploadId: number): Promise<void> =>
  inStore(store, "readwrite", (recipes) => recipes.delete(uploadId)).then(
    () => undefined,
    () => undefined,
  );

/** Removes those of uploads that are no more. */
export async function keepOnly(uploadIds: ReadonlySet<number>): Promise<void> {
  const kept = await inStore<IDBValidKey[]>(store, "readonly", (recipes) => recipes.getAllKeys()).catch(() => []);
  for (const key of kept) if (typeof key === "number" && !uploadIds.has(key)) await dropRecipe(key);
}
