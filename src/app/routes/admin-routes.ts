/** The administration area: one lazy chunk; the tables' part of an address is checked before it arrives. */
import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { activitySearch } from "../admin/activity/columns.ts";
import { bucketsSearch } from "../admin/buckets/columns.ts";
import { projectsSearch } from "../admin/projects/columns.ts";
import { rolesSearch } from "../admin/roles/columns.ts";
import { sitesSearch } from "../admin/sites/columns.ts";
import { usersSearch } from "../admin/users/columns.ts";
import { needs } from "../shell/gate.ts";
import { paths } from "../shell/nav.ts";

const pages = () => import("../admin/index.ts");
const usersGate = needs("access_admin_user_management");
const toUsers = () => {
  usersGate();
  throw redirect({ to: paths.users, replace: true });
};

/** Routes of the administration area below the frame, each with its permission (spec 000 section 2). */
export function adminRoutes<Frame extends AnyRoute>(frame: Frame) {
  const inFrame = { getParentRoute: () => frame };
  return [
    createRoute({ ...inFrame, path: "/admin", beforeLoad: toUsers }),
    createRoute({ ...inFrame, path: "/admin/user_management", beforeLoad: toUsers }),
    createRoute({
      ...inFrame,
      path: paths.users,
      validateSearch: usersSearch,
      beforeLoad: usersGate,
      component: lazyRouteComponent(pages, "UsersPage"),
    }),
    createRoute({
      ...inFrame,
      path: paths.activity,
      validateSearch: activitySearch,
      beforeLoad: usersGate,
      component: lazyRouteComponent(pages, "ActivityPage"),
    }),
    createRoute({
      ...inFrame,
      path: paths.roles,
      validateSearch: rolesSearch,
      beforeLoad: needs("access_admin_role_and_permissions"),
      component: lazyRouteComponent(pages, "RolesPage"),
    }),
    createRoute({
      ...inFrame,
      path: paths.projects,
      validateSearch: projectsSearch,
      beforeLoad: needs("access_admin_studies"),
      component: lazyRouteComponent(pages, "ProjectsPage"),
    }),
    createRoute({
      ...inFrame,
      path: paths.sites,
      validateSearch: sitesSearch,
      beforeLoad: needs("access_admin_sites"),
      component: lazyRouteComponent(pages, "SitesPage"),
    }),
    createRoute({
      ...inFrame,
      path: paths.buckets,
      validateSearch: bucketsSearch,
      beforeLoad: needs("access_admin_studies"),
      component: lazyRouteComponent(pages, "BucketsPage"),
    }),
  ] as const;
}
