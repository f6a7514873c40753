/** What the demo is, and what its own session and its events are called. */
export const demoText = {
  session: "IIC events to review",
  event: (number: number) => `IIC event ${number}`,
  /** By which an event review finds them. */
  tag: "iic",
  origin: "Synthesised by CONNECT for demonstration. No patient, no device and no file stand behind it.",
  /** Its format: of the types that the specification knows, it is listed as the one that holds EEG and pressures. */
  format: (listedAs: string) => `Synthesised (listed as ${listedAs})`,
} as const;
