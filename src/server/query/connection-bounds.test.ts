import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { boundPackets, Handshakes, takeIn } from "./connection-bounds.ts";
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
    for (let n = 0; n < count; n++) connection.emit("packet", {});
  };
  bring(burst);
  now = 1000;
  bring(perSecond);
  expect(floods).toBe(0);
  bring(100);
  expect(floods).toBe(1);
});

it("parses nothing long of who has shown no session, and nothing more of a connection that is over", () => {
  const [stranger, user] = [new EventEmitter(), new EventEmitter()];
  let floods = 0;
  for (const connection of [stranger, user]) boundPackets(connection, () => floods++);
  const bring = (connection: EventEmitter, data: string) => {
    const packet: { data?: string } = { data };
    connection.emit("packet", packet);
    return packet.data?.length;
  };
  const most = socketLimits.strangerBytes;
  takeIn(user);
  expect(bring(user, "x".repeat(most + 1))).toBe(most + 1);
  expect(bring(stranger, "x".repeat(most))).toBe(most);
  expect(floods).toBe(0);
  expect(bring(stranger, "x".repeat(most + 1))).toBeUndefined();
  expect(bring(stranger, "x")).toBeUndefined();
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
