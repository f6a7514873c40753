/** The picture test: a signal of the server through the whole chain, pixel by pixel. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";

test("says that the pictures are right, whatever the millimetre, and says so when the signal is damaged", {
  tag: "@drawn",
}, async ({ page, server, backend }) => {
  await page.goto(`${server.url}/data/picture_test?backend=${backend}`);
  await expect(page.getByRole("heading", { name: "Picture test" })).toBeVisible();
  const right = page.getByText("Right to the pixel.");
  await expect(right).toHaveCount(3);
  await expect(page.getByText(backend === "webgpu" ? "by the graphics card" : "in software")).toHaveCount(3);
  if (backend === "webgpu") return; // the rest is the server's

  await page.evaluate(() => {
    const measured = { devicePixelsPerMm: 6.3, measuredAt: Date.now() };
    localStorage.setItem("connect.screens", JSON.stringify({ [`${screen.width} × ${screen.height}`]: measured }));
  });
  await page.reload();
  await expect(right).toHaveCount(3);
  // It is in nobody's list.
  await page.goto(`${server.url}/data/visualize`);
  await expect(page.getByRole("heading", { name: "Patients" })).toBeVisible();
  await expect(page.getByText("Calibration signal")).toHaveCount(0);

  // Flipped under the running server, which vouches for nothing that it has not compared.
  const file = join(server.dataDir, "recordings", "2147483647", "0", "l0", "0.0.0");
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] ^= 4;
  await writeFile(file, bytes);
  await page.goto(`${server.url}/data/picture_test?backend=${backend}`);
  await expect(page.getByText("The picture could not be made.").first()).toBeVisible();
  // It is made again where it is not what it should be.
  await page.goto("about:blank");
  await server.restart();
  await page.goto(`${server.url}/data/picture_test?backend=${backend}`);
  await expect(right).toHaveCount(3);
  await page.getByRole("button", { name: "Test again" }).click();
  await expect(right).toHaveCount(3);
});
