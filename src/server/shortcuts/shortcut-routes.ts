/** The calls of src/protocol/shortcuts.ts. */
import { getKeyboardShortcuts, resetKeyboardShortcuts, updateKeyboardShortcuts } from "../../protocol/shortcuts.ts";
import type { DocumentDeps } from "../documents/index.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { readShortcuts, resetShortcuts, saveShortcuts } from "./shortcuts.ts";

export function addShortcutRoutes(host: RouteHost, deps: DocumentDeps): void {
  host.add(getKeyboardShortcuts, async (_, caller) => readShortcuts(deps, caller));
  host.add(updateKeyboardShortcuts, async (body, caller) => saveShortcuts(deps, caller, body));
  host.add(resetKeyboardShortcuts, async (_, caller) => resetShortcuts(deps, caller));
}
