/** Reserved files made by code, for tests that answer in the server's place. */
import type { Page } from "playwright/test";
import type { PrefetchDirectory, PrefetchInventory } from "../../src/protocol/prefetch.ts";

const gigabyte = 1024 ** 3;

export const madeDirectory = (over: Partial<PrefetchDirectory> = {}): PrefetchDirectory => ({
  site: "North Gate",
  patient_id: "0042",
  name: "night.edf",
  size: 2 * gigabyte,
  data_object_id: 1,
  in_queue_order: 0,
  patients_ahead: 0,
  percent_loaded: 100,
  disabled: false,
  error: null,
  ...over,
});

export const madeInventory = (
  directories: readonly PrefetchDirectory[],
  over: Partial<PrefetchInventory> = {},
): PrefetchInventory => ({
  directories: [...directories],
  current_size: directories.reduce((sum, { size }) => sum + size, 0),
  unseen_size: 0,
  max_total_size: 500 * gigabyte,
  ...over,
});

/** Answers what is reserved with whatever `inventory` says at that time; null: the question fails. */
export async function answerInventory(page: Page, inventory: () => PrefetchInventory | null): Promise<void> {
  await page.route("**/v1/prefetch/get_inventory*", async (route) => {
    const answer = inventory();
    await (answer === null ? route.fulfill({ status: 500, body: "no" }) : route.fulfill({ json: answer }));
  });
}
