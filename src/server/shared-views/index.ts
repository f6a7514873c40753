/** The calls of src/protocol/shared-views.ts. */
import { createSharedView, getOwnLinks, getSharedView, withdrawLinks } from "../../protocol/shared-views.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { makeView, ownLinks, readView, type SharedViewDeps, withdraw } from "./shared-views.ts";

export function addSharedViewRoutes(host: RouteHost, deps: SharedViewDeps): void {
  host.add(createSharedView, (body, caller) => makeView(deps, caller, body));
  host.add(getSharedView, (body, caller) => readView(deps, caller, body));
  host.add(getOwnLinks, (body, caller) => ownLinks(deps, caller, body));
  host.add(withdrawLinks, (body, caller) => withdraw(deps, caller, body));
}
