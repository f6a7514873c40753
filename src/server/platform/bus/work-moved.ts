/** Says over the bus that work has moved: at once, and then at most once a second for the whole node, whatever runs on it. */
import type { Bus } from "./bus.ts";

const everyMs = 1000;

/** Of each bus that was told lately: whether there is more to tell at the end of the second. */
const told = new WeakMap<Pick<Bus, "send">, { isAgain: boolean }>();

export function workMoved(bus: Pick<Bus, "send">): void {
  const lately = told.get(bus);
  if (lately !== undefined) {
    lately.isAgain = true;
    return;
  }
  const second = { isAgain: false };
  told.set(bus, second);
  bus.send({ kind: "work-moved" });
  setTimeout(() => {
    told.delete(bus);
    if (second.isAgain) workMoved(bus);
  }, everyMs).unref();
}
