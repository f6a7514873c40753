export { inventoryQuery, prefetchData } from "./queries.ts";
export { ReadyDialog, type ReadyDialogProps } from "./ReadyDialog.tsx";
export { ReservedBanner } from "./ReservedBanner.tsx";
export { fileState, preloadStatus } from "./status.ts";
export { type KnownInventory, useInventory } from "./use-inventory.ts";
