/** Display groups of whoever tests and benches sign in as. */
import {
  createLayout,
  type DisplayForm,
  type DisplayGroup,
  deleteLayout,
  getLayouts,
} from "../../src/protocol/displays.ts";
import { answerAs } from "./calls.ts";

/** Those that they see. @throws when they may not view data, as all here */
export const displayGroups = async (url: string, token: string): Promise<readonly DisplayGroup[]> =>
  (await answerAs(url, token, getLayouts, {})).layouts;

/** A review then opens with what its file holds. */
export async function forgetDisplays(url: string, token: string): Promise<void> {
  for (const { id, revision } of await displayGroups(url, token))
    await answerAs(url, token, deleteLayout, { layout_id: id, revision });
}

/** A review then opens with this display, in place of those that they had. */
export async function keepDisplay(url: string, token: string, display: DisplayForm): Promise<void> {
  await forgetDisplays(url, token);
  await answerAs(url, token, createLayout, { name: "Tests", layouts: [display], layout_type: "personal" });
}

/** A review then opens with one window of this kind, unless they have displays already. */
export async function keepOneWindow(url: string, token: string, componentId: string): Promise<void> {
  if ((await displayGroups(url, token)).length > 0) return;
  const display = { name: "One window", cssGridTemplate: '"a"', areas: [{ area: "a", componentId }] };
  await answerAs(url, token, createLayout, { name: "Tests", layouts: [display], layout_type: "personal" });
}
