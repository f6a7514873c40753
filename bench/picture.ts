/** `npm run picture`: the pictures of the workspace that the README opens with, on the demo recording, in both themes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fourWindows, withDisplays } from "./displays.ts";
import type { BenchContext } from "./types.ts";

/** After the beginning of the recording. */
const shownMs = 6.2 * 3_600_000;

/** Writes them to `bench/pictures`. */
export async function takePictures(context: BenchContext): Promise<void> {
  const folder = join(context.root, "bench", "pictures");
  mkdirSync(folder, { recursive: true });
  await withDisplays(context, [fourWindows("Morning round", [1, 2])], async (page) => {
    await page.resize(1440, 900);
    await page.evaluate(`(async () => {
      const { fileStartMs } = connect.view();
      connect.setView(fileStartMs + ${shownMs}, fileStartMs + ${shownMs} + 10_000);
      await connect.whenIdle();
    })()`);
    for (const theme of ["light", "dark"] as const) {
      await page.prefer(theme);
      await page.until(`document.documentElement.dataset.theme === "${theme}"`);
      await page.evaluate("connect.whenIdle()");
      const path = join(folder, `workspace-${theme}.webp`);
      writeFileSync(path, await page.picture());
      context.log(path);
    }
  });
}
