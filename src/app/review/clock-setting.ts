/** The clock of a review. */
export { currentHours, setHours, useHours } from "../documents/index.ts";
