import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { StallWatch, stallLimits, type Watched } from "./stalled-connections.ts";

/** Two ends of a connection, and a watch on the one that sends. */
async function pair() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  const [sender] = (await once(server, "connection")) as [Socket];
  server.close();
  const clock = { now: 0 };
  const watch = new StallWatch(() => clock.now);
  watch.add(sender as unknown as Watched);
  for (const end of [reader, sender]) end.on("error", () => undefined);
  const look = () => {
    clock.now += stallLimits.ms;
    return watch.look();
  };
  const close = () => {
    reader.destroy();
    sender.destroy();
  };
  return { reader, sender, look, close };
}
/** More than the two ends of a connection take by themselves. */
const long = () => Buffer.alloc(64 * 1024 * 1024);

it("ends a connection that takes nothing of one long answer", async () => {
  const { sender, look, close } = await pair();
  sender.write(long());
  await expect.poll(() => (sender as unknown as Watched)._handle?.writeQueueSize).toBeGreaterThan(0);
  expect(look()).toBe(0);
  // The system may have taken more meanwhile.
  await expect.poll(look).toBe(1);
  expect(sender.destroyed).toBe(true);
  close();
});

it("leaves one alone that takes it slowly, one with little to take, and one that has taken all", async () => {
  const { reader, sender, look, close } = await pair();
  sender.write(long());
  let read = 0;
  reader.on("data", (bytes) => {
    read += bytes.length;
    if (read % (8 * 1024 * 1024) < bytes.length) reader.pause();
  });
  for (let target = 8; target < 64; target += 8) {
    expect(look()).toBe(0);
    reader.resume();
    await expect.poll(() => read).toBeGreaterThanOrEqual(target * 1024 * 1024);
  }
  reader.resume();
  await expect.poll(() => sender.writableLength).toBeLessThan(stallLimits.queuedBytes);
  for (let k = 0; k < 3; k++) expect(look()).toBe(0);
  expect(sender.destroyed).toBe(false);
  close();
});
