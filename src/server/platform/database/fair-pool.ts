/**
 * Connections are shared out by who asks: so many at once for each, and what else they ask waits in its order, before it takes one.
 * Whoever asks for much waits for themselves and for nobody else: the embedded database answers one question after the other.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { Lanes } from "../lanes.ts";

const askers = new AsyncLocalStorage<string>();

/** What `work` asks of the database is asked for `who`; any unique text. */
export const askingFor = <T>(who: string, work: () => T): T => askers.run(who, work);

/** What `work` asks of the database is the server's own business, whoever brought it about. */
export const askingForNobody = <T>(work: () => T): T => askers.exit(work);

/** From now on one asker has so many connections of the pool at a time. The server's own questions are not counted. */
export function shareOut(pool: pg.Pool, mostOfOne: number): void {
  const lanes = new Lanes<string>(mostOfOne);
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  const inTurn = (who: string): Promise<pg.PoolClient> =>
    new Promise((resolve, reject) => {
      const held = async () => {
        const client = await connect();
        await new Promise<void>((end) => {
          const { release } = client;
          client.release = (why) => {
            end();
            release(why);
          };
          resolve(client);
        });
      };
      lanes.run(who, held).catch(reject);
    });
  pool.connect = ((callback?: (error: unknown, client?: pg.PoolClient, release?: unknown) => void) => {
    const who = askers.getStore();
    if (who === undefined) return callback === undefined ? connect() : connect(callback);
    const client = inTurn(who);
    if (callback === undefined) return client;
    return void client.then(
      (it) => callback(undefined, it, it.release),
      (error: unknown) => callback(error, undefined, () => undefined),
    );
  }) as typeof pool.connect;
}
