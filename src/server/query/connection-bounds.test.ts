import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { boundPackets, Handshakes } from "./connection-bounds.ts";
import { socketLimits } from "./socket-limits.ts";

it("ends a connection once it brings more packets than any client has", () => {
  const connection = new EventEmitter();
  let now = 0;
  let floods = 0;
  boundPackets(
    connection,
    () => floods++,
    () => now,
  );
  const { burst, perSecond } = socketLimits.packets;
  const bring = (count: number) => {
    for (let n = 0; n < count; n++) connection.emit("packet");
  };
  bring(burst);
  now = 1000;
  bring(perSecond);
  expect(floods).toBe(0);
  bring(100);
  expect(floods).toBe(1);
});

it("lets each connection try a few handshakes, and again after a while", () => {
  let now = 0;
  const handshakes = new Handshakes(() => now);
  const [one, other] = [{}, {}];
  const { burst } = socketLimits.handshakes;
  for (let n = 0; n < burst; n++) expect(handshakes.mayTry(one)).toBe(true);
  expect(handshakes.mayTry(one)).toBe(false);
  expect(handshakes.mayTry(other)).toBe(true);
  now = 10_000;
  expect(handshakes.mayTry(one)).toBe(true);
});
