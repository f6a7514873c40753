/** The stores of a server that starts: checked, and cleared of what a killed one left half done. */
import { StartRefused } from "../start/start-refused.ts";
import { type OpenedStores, openStores, type StoresOptions } from "./open-stores.ts";
import { probeService } from "./probe.ts";

/** @throws StartRefused when the bucket of STORE=s3 does not take and give back an object */
export async function openReadyStores(
  options: StoresOptions & { databaseUrl: string | undefined },
): Promise<OpenedStores> {
  const stores = await openStores(options);
  const { s3 } = options.store;
  const failure = s3 === null ? null : await probeService(stores.own);
  if (failure !== null) {
    await stores.close();
    throw new StartRefused(`The bucket ${s3?.bucket} at ${s3?.endpoint} cannot be used. ${failure}`);
  }
  // Without DATABASE_URL the data folder has one owner, and this is it.
  await stores.tidy({ isAlone: options.databaseUrl === undefined });
  return stores;
}
