/** Keyboard shortcuts over HTTP (spec 001 sections 2.24, 3, 5 and 7). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { shortcutActions } from "../../../src/domain/shortcuts/actions.ts";
import { getDocuments, mergeOwnDocument } from "../../../src/protocol/documents.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import type { Route } from "../../../src/protocol/route.ts";
import {
  customAction,
  getKeyboardShortcuts,
  type KeyboardShortcuts,
  newTemplate,
  resetKeyboardShortcuts,
  type ShortcutForm,
  shortcutLimits,
  shortcutsKind,
  type Triggers,
  updateKeyboardShortcuts,
} from "../../../src/protocol/shortcuts.ts";
import { shortcutText } from "../../../src/protocol/text/shortcut-text.ts";
import { addToken, addUser } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

const { refused } = shortcutText;
let world: World;
beforeAll(async () => {
  world = await makeWorld();
}, 120_000);
afterAll(() => world?.close());

/** Others for each test: one person's changes are counted. */
async function someone(permissions: readonly Permission[] = ["visualize_data"]) {
  const user = await addUser(world.pool, { workspaceId: world.workspaceId, permissions });
  const token = await addToken(world.pool, user);
  return {
    token,
    get: () => world.answer(getKeyboardShortcuts, {}, { token }),
    save: (revision: number, ...configs: ShortcutForm[]) =>
      world.answer(updateKeyboardShortcuts, { revision, configs }, { token }),
    reset: () => world.answer(resetKeyboardShortcuts, {}, { token }),
    async refused(route: Route, body: object): Promise<unknown[]> {
      const { status, text } = await world.call(route, body, { token });
      const said = JSON.parse(text) as { code?: string; errorMessage: string; theirs?: KeyboardShortcuts };
      return [status, said.code, said.errorMessage, ...(said.theirs === undefined ? [] : [said.theirs])];
    },
  };
}
const custom = (id: string, ...triggers: Triggers): ShortcutForm => ({
  id,
  action: customAction,
  triggers,
  data: { ...newTemplate("Seizure", "#FF0000", 0.2), tags: ["seizure"] },
});
const action = (id: string, ...triggers: Triggers): ShortcutForm => ({ id, action: id, triggers });
const keysOf = ({ configs }: KeyboardShortcuts, id: string) => configs.find((each) => each.id === id)?.triggers;

it("begins with every action and the keys it has at first, for each person alone", async () => {
  const [ann, ben] = [await someone(), await someone()];
  const first = await ann.get();
  expect(first).toMatchObject({ revision: 0, changed_by: null, changed_at: null });
  expect(first.configs.map(({ id }) => id)).toEqual(shortcutActions.map(({ id }) => id));
  expect(first.configs[0]).toEqual({
    id: "next_page",
    action: "next_page",
    section: "Navigation",
    tab: "General",
    triggers: ["ArrowRight", "PageDown"],
    data: null,
    editable: true,
    deletable: false,
  });
  const saved = await ann.save(
    0,
    action("play_pause", "p", null),
    custom("TEMP1", "1", null),
    custom("ann_2", "2", "3"),
  );
  expect(saved).toMatchObject({ revision: 1, changed_by: "Test User", changed_at: expect.any(Number) });
  expect(keysOf(saved, "play_pause")).toEqual(["p", null]);
  expect(saved.configs.slice(-2)).toEqual([
    {
      id: "custom_1",
      action: customAction,
      section: "Custom Annotations",
      tab: "Annotations",
      triggers: ["1", null],
      data: custom("", null, null).data,
      editable: true,
      deletable: true,
    },
    expect.objectContaining({ id: "custom_2", triggers: ["2", "3"] }),
  ]);
  expect(await ann.get()).toEqual(saved);
  expect((await ben.get()).configs).toEqual(first.configs);
  // Actions that are not named keep their keys, custom annotations go, ids are not used twice.
  const next = await ann.save(1, custom("custom_2", "2", null), custom("TEMP1", "1", null));
  expect(keysOf(next, "play_pause")).toEqual(["p", null]);
  expect(next.configs.slice(-2).map(({ id }) => id)).toEqual(["custom_2", "custom_3"]);
  const reset = await ann.reset();
  expect(reset).toMatchObject({ revision: 3, configs: first.configs });
  expect((await ann.save(3, custom("TEMP1", "1", null))).configs.at(-1)?.id).toBe("custom_4");
});

it("refuses in the words of the rules, and writes nothing then", async () => {
  const ann = await someone();
  const a = custom("TEMP1", "a1".slice(1), null);
  for (const [configs, sentence] of [
    [[action("next_page", " ", null)], shortcutText.spaceForbidden],
    [[action("next_page", "F5", null)], "F5 key can't be used"],
    [[action("zoom_in", "Insert", null)], "Insert key can't be used"],
    [[action("zoom_in", "g", null)], "'g' shortcut already in use"],
    [[action("next_page", "n", null), action("zoom_in", "ArrowRight", null)], "'ArrowRight' shortcut already in use"],
    [[action("zoom_in", "n", "n")], "'n' shortcut already in use"],
    [[action("next_half_page", "n", null)], refused.fixed],
    [[action("next_page", "Shift+n", null)], "Shift+n key can't be used"],
    [[custom("TEMP1", null, null)], refused.noKey],
    [[custom("custom_9", "1", null)], refused.unknownAction],
    [[{ ...a, data: null }], refused.unknownAction],
    [[action("fly", "x", null)], refused.unknownAction],
    [[a, a], refused.twice],
    [[{ ...a, data: { ...newTemplate(" ", "#FF0000", 0.2) } }], refused.template],
    [[a, custom("TEMP2", "1", null)], "'1' shortcut already in use"],
  ] as const)
    expect(await ann.refused(updateKeyboardShortcuts, { revision: 0, configs })).toEqual([
      400,
      "bad_shortcut",
      sentence,
    ]);
  const many = Array.from({ length: shortcutLimits.custom + 1 }, (_, k) =>
    custom(`TEMP${k}`, String.fromCodePoint(0x4e00 + k), null),
  );
  expect((await ann.refused(updateKeyboardShortcuts, { revision: 0, configs: many })).slice(0, 2)).toEqual([
    409,
    "too_many_shortcuts",
  ]);
  for (const configs of [
    [{ ...a, triggers: ["1"] }],
    [{ ...a, triggers: ["1", null, null] }],
    [{ ...a, data: { ...a.data, annotation_text: "x".repeat(56) } }],
    [{ ...a, data: { ...a.data, tags: Array.from({ length: 11 }, (_, k) => `t${k}`) } }],
  ])
    expect((await world.call(updateKeyboardShortcuts, { revision: 0, configs }, { token: ann.token })).status).toBe(
      400,
    );
  expect((await ann.get()).revision).toBe(0);
  expect((await ann.save(0, ...many.slice(1))).configs).toHaveLength(shortcutActions.length + shortcutLimits.custom);
});

it("takes a template as the specification has an annotation: what is left out is as a new one has it, and what is not of a template goes", async () => {
  const ann = await someone();
  const { data, ...form } = custom("TEMP1", "1", null);
  const { kind, ...template } = data as NonNullable<typeof data>;
  const whole = { ...template, annotation_type: "EEG Montage", start_time: 1, end_time: 2, group_id: 3 };
  for (const [revision, sent] of [template, whole].entries()) {
    const body = { revision, configs: [{ ...form, data: sent }] };
    const saved = await world.answer(updateKeyboardShortcuts, body, { token: ann.token });
    expect(saved.configs.at(-1)?.data).toEqual({ ...template, kind: "note" });
  }
  const configs = [{ ...form, data: { annotation_text: "Seizure" } }];
  const saved = await world.answer(updateKeyboardShortcuts, { configs }, { token: ann.token });
  expect(saved.configs.at(-1)?.data).toEqual({
    ...{ annotation_text: "Seizure", annotation_description: "", modalities: [], tags: [] },
    ...{ color: "#FF0000", opacity: 0.2, kind: "note" },
  });
});

it("answers a save from an older revision with what there is now", async () => {
  const ann = await someone();
  const saved = await ann.save(0, custom("TEMP1", "1", null));
  expect(await ann.refused(updateKeyboardShortcuts, { revision: 0, configs: [] })).toEqual([
    409,
    "document_changed",
    expect.stringContaining("This was changed by Test User at"),
    saved,
  ]);
  expect(await ann.get()).toEqual(saved);
});

it("saves by the specification's members alone: the last one counts", async () => {
  const { token, get } = await someone();
  for (const key of ["j", "k"]) {
    const configs = [{ ...action("zoom_in", key, null), data: null }, custom("TEMP1", "v", null)];
    await world.answer(updateKeyboardShortcuts, { configs }, { token });
  }
  const now = await get();
  expect([keysOf(now, "zoom_in"), now.revision]).toEqual([["k", null], 2]);
});

it("lets a forbidden key go back to the action that has it at first, and a chosen key count before a first one", async () => {
  const ann = await someone();
  await ann.save(0, action("play_pause", "p", null));
  const back = await ann.save(1, action("play_pause", null, " "));
  expect(keysOf(back, "play_pause")).toEqual([null, " "]);
  const moved = await ann.save(2, action("go_to_time", null, null), custom("TEMP1", "g", null));
  expect(keysOf(moved, "go_to_time")).toEqual([null, null]);
});

it("is nobody else's: without the permission, and by the calls of all documents", async () => {
  const blind = await someone([]);
  for (const [route, body] of [
    [getKeyboardShortcuts, {}],
    [updateKeyboardShortcuts, { revision: 0, configs: [] }],
    [resetKeyboardShortcuts, {}],
  ] as const)
    expect((await blind.refused(route, body))[0]).toBe(403);
  const ann = await someone();
  await ann.save(0, custom("TEMP1", "1", null));
  const kinds = [{ kind: shortcutsKind, version: 1 }];
  const others = await someone();
  expect((await world.answer(getDocuments, { kinds }, { token: others.token })).documents).toEqual([]);
  const change = { kind: shortcutsKind, version: 1, changes: [{ path: ["next"], value: 1 }] };
  expect((await ann.refused(mergeOwnDocument, change))[0]).toBe(400);
});
