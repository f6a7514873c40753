/** What the demo's own session and its events are called. */
export const demoText = {
  session: "IIC events to review",
  event: (number: number) => `IIC event ${number}`,
  /** By which an event review finds them. */
  tag: "iic",
} as const;
