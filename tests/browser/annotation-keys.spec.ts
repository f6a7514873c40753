/** Annotations by the keys of custom annotation shortcuts (spec 001 sections 4, 5, 6 and 8), by the keyboard alone. */
import { openAnnotations } from "../../src/protocol/annotation-log.ts";
import { getAnnotations } from "../../src/protocol/annotations.ts";
import {
  customAction,
  getKeyboardShortcuts,
  newTemplate,
  resetKeyboardShortcuts,
  updateKeyboardShortcuts,
} from "../../src/protocol/shortcuts.ts";
import { answerAs, signIn, tokenCookie } from "../support/calls.ts";
import { expect, test } from "./annotation-world.ts";
import type { TestServer } from "./fixtures.ts";
import { night } from "./recordings.ts";

const kinds = [
  { title: "Spike", key: "1", isPoint: true },
  { title: "Sharp wave", key: "2", isPoint: true },
  { title: "Seizure", key: "3", isPoint: false },
  { title: "Burst suppression", key: "4", isPoint: false },
  { title: "Blink", key: "5", isPoint: true },
  { title: "Suction", key: "6", isPoint: false },
] as const;

/** Keys for the kinds, and no other ones of anybody's own. */
async function giveKeys({ url }: TestServer, token: string): Promise<void> {
  await answerAs(url, token, resetKeyboardShortcuts, {});
  const { revision } = await answerAs(url, token, getKeyboardShortcuts, {});
  const configs = kinds.map(({ title, key }, k) => ({
    id: `TEMP${k}`,
    action: customAction,
    triggers: [key, null] as [string, null],
    data: newTemplate(title, "#1c7ed6", 0.4),
  }));
  await answerAs(url, token, updateKeyboardShortcuts, { revision, configs });
}

/** What the server has of the recording: title and times in ms of the recording, by start. */
async function stored({ url, ids }: TestServer, token: string) {
  const { groups } = await answerAs(url, token, openAnnotations, { data_object_id: ids[night.name] });
  const lists = await answerAs(url, token, getAnnotations, { annotation_group_ids: groups.map(({ id }) => id) });
  return Object.values(lists)
    .flat()
    .map(({ annotation_text: title, start_time, end_time, annotation_type: window }) => ({
      ...{ title, window, startMs: start_time - night.startMs, endMs: end_time - night.startMs },
    }))
    .toSorted((a, b) => a.startMs - b.startMs);
}

test("twenty events of six kinds are marked by the keyboard alone, and are all there", async ({ review, server }) => {
  const { page } = review;
  const { token } = await signIn(server.url);
  await giveKeys(server, token);
  await review.open(night.name);
  const press = async (key: string, times = 1) => {
    for (let k = 0; k < times; k++) await page.keyboard.press(key);
  };
  // Nothing was hovered, and the cursor is nowhere yet.
  await press("3");
  await expect(page.getByText("There was a problem updating the in progress annotation.")).toBeVisible();

  const marked: string[] = [];
  for (let k = 0; k < 20; k++) {
    const { title, key, isPoint } = kinds[k % kinds.length];
    if (k % 5 === 4) {
      await press("ArrowRight");
      await review.idle();
    }
    await press(">", 4);
    await press(key);
    if (!isPoint) await press(">", 3);
    await press(key);
    marked.push(title);
  }
  await expect.poll(async () => (await stored(server, token)).length).toBe(20);
  const all = await stored(server, token);
  expect(all.map(({ title }) => title).toSorted()).toEqual(marked.toSorted());
  for (const { title, startMs, endMs, window } of all) {
    const isPoint = kinds.find((kind) => kind.title === title)?.isPoint;
    expect({ title, isPoint: startMs === endMs, isForward: startMs <= endMs, window }).toEqual({
      ...{ title, isPoint, isForward: true, window: "EEG Montage" },
    });
  }

  // An end that comes before its start changes places with it; what was begun and cancelled makes nothing.
  await press("3");
  await press("<", 5);
  await press("3");
  await expect.poll(async () => (await stored(server, token)).length).toBe(21);
  const before = new Set(all.map((one) => JSON.stringify(one)));
  const [turned] = (await stored(server, token)).filter((one) => !before.has(JSON.stringify(one)));
  expect(turned.endMs).toBeGreaterThan(turned.startMs);
  const draft = page.locator("[data-area] [data-draft]").first();
  await press("4");
  await expect(draft).toBeVisible();
  await press("Escape");
  await expect(draft).toBeHidden();
  await press("Control+z");
  await expect.poll(async () => (await stored(server, token)).length).toBe(20);
  await press("Control+y");
  await expect.poll(async () => (await stored(server, token)).length).toBe(21);
});

test("the key of a custom annotation does nothing without the permission", async ({ colleague, server }) => {
  const { page } = colleague;
  const cookies = await page.context().cookies(server.url);
  const own = decodeURIComponent(cookies.find(({ name }) => name === tokenCookie)?.value ?? "");
  await giveKeys(server, own);
  await colleague.open(night.name);
  for (const key of [">", ">", "3", ">", "3", "Escape"]) await page.keyboard.press(key);
  await expect(page.locator("[data-area] [data-draft]").first()).toBeHidden();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  expect(await stored(server, (await signIn(server.url)).token)).toEqual([]);
  // The palette says why.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("mark: seizure");
  await expect(palette.getByText("You do not have permission for this action")).toBeVisible();
});
