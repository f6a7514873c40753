import type pg from "pg";
import { expect, it } from "vitest";
import { askingFor, askingForNobody, shareOut } from "./fair-pool.ts";

/** A pool without a bound of its own, that says how many of its connections are in use. */
function madePool() {
  const world = { inUse: 0, fails: false };
  const connect = async () => {
    if (world.fails) throw new Error("it is away");
    world.inUse++;
    return { release: () => world.inUse-- };
  };
  const pool = {
    connect(callback?: (error: unknown, client?: object) => void) {
      if (callback === undefined) return connect();
      void connect().then((client) => callback(undefined, client), callback);
    },
  } as unknown as pg.Pool;
  shareOut(pool, 2);
  const byCallback = () =>
    new Promise<pg.PoolClient>((resolve, reject) =>
      pool.connect((error, client) => (client === undefined ? reject(error) : resolve(client))),
    );
  return { pool, world, byCallback };
}
const turned = () => new Promise((resolve) => setImmediate(resolve));

it("one asker has two connections at a time, in the order of asking, and others have their own", async () => {
  const { pool, world, byCallback } = madePool();
  const came: number[] = [];
  const asked = Array.from({ length: 6 }, (_, k) =>
    askingFor("one", async () => {
      const client = await (k % 2 === 0 ? pool.connect() : byCallback());
      came.push(k);
      return client;
    }),
  );
  await turned();
  expect([world.inUse, came]).toEqual([2, [0, 1]]);
  const other = await askingFor("other", () => pool.connect());
  const own = await pool.connect();
  const nobodys = await askingFor("one", () => askingForNobody(() => pool.connect()));
  expect(world.inUse).toBe(5);
  for (const client of [other, own, nobodys]) client.release();
  for (const one of asked) {
    const client = await one;
    expect(world.inUse).toBeLessThanOrEqual(2);
    client.release();
    await turned();
  }
  expect([world.inUse, came]).toEqual([0, [0, 1, 2, 3, 4, 5]]);
});

it("what fails gives its turn back, and says why", async () => {
  const { pool, world, byCallback } = madePool();
  world.fails = true;
  for (let k = 0; k < 3; k++) {
    await expect(askingFor("one", () => pool.connect())).rejects.toThrow("it is away");
    await expect(askingFor("one", byCallback)).rejects.toThrow("it is away");
  }
  world.fails = false;
  const [first, second] = await askingFor("one", () => Promise.all([pool.connect(), byCallback()]));
  expect(world.inUse).toBe(2);
  first.release();
  second.release();
});
