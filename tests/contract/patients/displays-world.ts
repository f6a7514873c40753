/** The application as in documents-world.ts, and what one person does with displays. */
import { expect } from "vitest";
import {
  createLayout,
  type DisplayConflict,
  type DisplayForm,
  type DisplayGroup,
  type DisplayRefusal,
  type DisplayViews,
  deleteLayout,
  getLayouts,
  modifyLayout,
  updateWindowProperties,
  type WindowUpdate,
} from "../../../src/protocol/displays.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { addToken, addUser, type TestUser } from "../../support/accounts.ts";
import type { World } from "../accounts/accounts-world.ts";

export const administrating: readonly Permission[] = [
  "visualize_data",
  "access_admin_user_management",
  "access_admin_role_and_permissions",
];

/** EEG over a window of a kind that nobody knows. */
export const twoWindows = (name: string): DisplayForm => ({
  name,
  cssGridTemplate: '"a" 60% "b" 40%',
  areas: [
    { area: "a", componentId: "eeg_montage", version: 1, props: { LFF: 1, notch: 60 } },
    { area: "b", componentId: "of_a_later_version", version: 7, props: { any: ["thing", { deep: null }] } },
  ],
});

export const update = (property_name: string, value?: unknown, more: Partial<WindowUpdate> = {}): WindowUpdate => ({
  display_id: 1,
  window_id: "a",
  componentId: "eeg_montage",
  version: 1,
  property_name,
  value,
  ...more,
});

export interface Refusal extends Partial<Omit<DisplayConflict, "code">> {
  errorMessage: string;
  code?: DisplayRefusal;
}

export interface Viewer extends TestUser {
  token: string;
  groups(): Promise<DisplayGroup[]>;
  group(id: number): Promise<DisplayGroup | undefined>;
  views(): Promise<DisplayViews>;
  make(name: string, layouts?: readonly DisplayForm[], type?: string): Promise<DisplayGroup>;
  /** As the client does it: the whole group, with what is other. */
  save(from: DisplayGroup, other?: { name?: string; layouts?: readonly DisplayForm[] }): Promise<DisplayGroup>;
  update(id: number, ...updates: WindowUpdate[]): Promise<DisplayGroup>;
  remove(group: Pick<DisplayGroup, "id" | "revision">): Promise<object>;
  /** Status, code and all of a refused call. */
  refused(route: Route, body: object): Promise<[number, DisplayRefusal | undefined, Refusal]>;
}

/** The body of a save. */
export const saveBody = (
  { id, revision, name, layouts, type }: DisplayGroup,
  other: { name?: string; layouts?: readonly DisplayForm[]; layout_type?: string; revision?: number } = {},
) => ({ layout_id: id, revision, name, layouts, layout_type: type, ...other });

/** Somebody of the world who may see data. */
export async function viewerOf(
  world: World,
  permissions: readonly Permission[] = ["visualize_data"],
  workspaceId = world.workspaceId,
): Promise<Viewer> {
  const user = await addUser(world.pool, { workspaceId, permissions });
  const token = await addToken(world.pool, user);
  const answer = <R extends Route>(route: R, body: object) => world.answer(route, body, { token });
  return {
    ...user,
    token,
    groups: async () => (await answer(getLayouts, {})).layouts,
    group: async (id) => (await answer(getLayouts, { layout_ids: [id] })).layouts[0],
    views: async () => (await answer(getLayouts, {})).views,
    make: (name, layouts = [], layout_type = "personal") => answer(createLayout, { name, layouts, layout_type }),
    save: (from, other) => answer(modifyLayout, saveBody(from, other)),
    update: (layout_id, ...updates) => answer(updateWindowProperties, { layout_id, updates }),
    remove: ({ id, revision }) => answer(deleteLayout, { layout_id: id, revision }),
    async refused(route, body) {
      const { status, text, type } = await world.call(route, body, { token });
      expect([status, type]).toEqual([expect.any(Number), expect.stringContaining("application/json")]);
      const said = JSON.parse(text) as Refusal;
      return [status, said.code, said];
    },
  };
}
