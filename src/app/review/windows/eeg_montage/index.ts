export { EegMontage } from "./EegMontage.tsx";
export { createEegWindow, type EegWindow } from "./eeg-window.ts";
export type { EegProps } from "./props.ts";
