/** The calls of src/protocol/displays.ts. */
import {
  createLayout,
  deleteLayout,
  getLayouts,
  modifyLayout,
  updateWindowProperties,
} from "../../protocol/displays.ts";
import type { DocumentDeps } from "../documents/index.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { dropGroup, makeGroup, readGroups, saveGroup, updateWindows } from "./displays.ts";

export function addDisplayRoutes(host: RouteHost, deps: DocumentDeps): void {
  host.add(getLayouts, async (body, caller) => readGroups(deps, caller, body));
  host.add(createLayout, async (body, caller) => makeGroup(deps, caller, body));
  host.add(modifyLayout, async (body, caller) => saveGroup(deps, caller, body));
  host.add(deleteLayout, async (body, caller) => dropGroup(deps, caller, body));
  host.add(updateWindowProperties, async (body, caller) => updateWindows(deps, caller, body));
}
