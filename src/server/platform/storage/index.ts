/** The object store, for the folders beside platform. */
export { deleteAll } from "./delete-all.ts";
export { type OpenedStores, openStores } from "./open-stores.ts";
export {
  type BucketAddress,
  type ByteRange,
  demandKey,
  ObjectDamaged,
  type ObjectFacts,
  ObjectMissing,
  type ObjectStore,
  PartsRefused,
  type StoredPart,
  type Stores,
  StoreUnavailable,
  uploadKey,
  uploadPrefix,
} from "./types.ts";
