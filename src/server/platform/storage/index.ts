/** The object store, for the folders beside platform. */
export { type OpenedStores, openStores } from "./open-stores.ts";
export {
  type BucketAddress,
  type ByteRange,
  demandKey,
  type ObjectFacts,
  ObjectMissing,
  type ObjectStore,
  PartsRefused,
  type StoredPart,
  type Stores,
  StoreUnavailable,
  uploadKey,
} from "./types.ts";
