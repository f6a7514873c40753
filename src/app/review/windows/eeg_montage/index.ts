export { EegMontage } from "./EegMontage.tsx";
export { createEegWindow, type EegWindow } from "./eeg-window.ts";
export { createEegProps, type EegProps, sensitivityPropOf } from "./props.ts";
