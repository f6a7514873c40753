/** The calls of src/protocol/shared-views.ts. */
import { createSharedView, getSharedView } from "../../protocol/shared-views.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { makeView, readView, type SharedViewDeps } from "./shared-views.ts";

export function addSharedViewRoutes(host: RouteHost, deps: SharedViewDeps): void {
  host.add(createSharedView, (body, caller) => makeView(deps, caller, body));
  host.add(getSharedView, (body, caller) => readView(deps, caller, body));
}
