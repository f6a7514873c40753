/** Pages are registered by permission: without it an address leads nowhere (spec 000 section 2, Route gating). */
import { notFound, redirect, rootRouteId } from "@tanstack/react-router";
import type { Permission } from "../../protocol/permissions.ts";
import { holds, isPageKept, isSignedIn, oauthRequest } from "../session/index.ts";
import { homePath } from "./nav.ts";

/** What the not-found page is told about an address that exists, but not for this user. */
export const gated = "gated";

/** `beforeLoad` of a page that needs one of these permissions. */
export const needs =
  (...permissions: readonly Permission[]) =>
  (): void => {
    if (!isSignedIn() || !holds(...permissions)) throw notFound({ routeId: rootRouteId, data: gated });
  };

/** The same for a page that says by itself, over what it shows, that the session or the permission is gone. */
export const unlessKept = (gate: () => void) => (): void => {
  if (!isPageKept()) gate();
};

/** `beforeLoad` of the login page: who is signed in goes on, unless a notebook hub asks for a login. */
export function skipLogin({ location }: { location: { searchStr: string } }): void {
  if (isSignedIn() && oauthRequest(location.searchStr) === null) throw redirect({ to: homePath(holds), replace: true });
}
