/** What the sidebar and the tab strips lead to, and who sees it (spec 000 section 2). */
import { Building2, FolderKanban, type LucideIcon, User, Users } from "lucide-react";
import type { Permission } from "../../protocol/permissions.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { text } from "../../protocol/text/text.ts";

const { shell } = accountText;

export const paths = {
  visualize: "/data/visualize",
  users: "/admin/user_management/users",
  activity: "/admin/user_management/users/activity",
  roles: "/admin/user_management/roles_and_permissions",
  projects: "/admin/studies",
  sites: "/admin/sites",
  buckets: "/admin/buckets",
} as const;

/** What the pages of one patient, and the review of a file, need. */
export const patientPermission: Permission = "access_data_upload_patient_subpage";

export interface NavTarget {
  readonly name: string;
  readonly to: (typeof paths)[keyof typeof paths];
  readonly needs: Permission;
  /** Paths below these count as active. */
  readonly covers: readonly string[];
}

export interface NavItem {
  readonly name: string;
  readonly icon: LucideIcon;
  /** The first one that is allowed is where the item leads; from two on they are the tab strip. */
  readonly targets: readonly NavTarget[];
  readonly covers: readonly string[];
}

const target = (name: string, to: NavTarget["to"], needs: Permission, covers: readonly string[] = [to]): NavTarget => ({
  name,
  to,
  needs,
  covers,
});

const usersTabs = [
  target(shell.users, paths.users, "access_admin_user_management"),
  target(shell.roles, paths.roles, "access_admin_role_and_permissions"),
];
const projectsTabs = [
  target(shell.projects, paths.projects, "access_admin_studies"),
  target(shell.buckets, paths.buckets, "access_admin_studies"),
];

const navGroups: readonly { readonly name: string; readonly items: readonly NavItem[] }[] = [
  {
    name: shell.data,
    items: [
      {
        name: shell.patients,
        icon: User,
        targets: [target(shell.patients, paths.visualize, "access_data_visualize")],
        covers: [paths.visualize],
      },
    ],
  },
  {
    name: shell.workspace,
    items: [
      { name: shell.projects, icon: FolderKanban, targets: projectsTabs, covers: [paths.projects, paths.buckets] },
      {
        name: shell.sites,
        icon: Building2,
        targets: [target(shell.sites, paths.sites, "access_admin_sites")],
        covers: [paths.sites],
      },
      { name: shell.users, icon: Users, targets: usersTabs, covers: ["/admin/user_management"] },
    ],
  },
];

const allItems = navGroups.flatMap(({ items }) => items);

/** True when the page is one of these or below one of them. */
export const isUnder = (pathname: string, covers: readonly string[]): boolean =>
  covers.some((path) => pathname === path || pathname.startsWith(`${path}/`));

type Holds = (permission: Permission) => boolean;

/** The targets of an item that this user may open. */
export const allowedTargets = ({ targets }: NavItem, holds: Holds): NavTarget[] =>
  targets.filter(({ needs }) => holds(needs));

/** Groups with the items this user may open; a group without any is left out. */
export const visibleGroups = (holds: Holds) =>
  navGroups
    .map((group) => ({ ...group, items: group.items.filter((item) => allowedTargets(item, holds).length > 0) }))
    .filter(({ items }) => items.length > 0);

/** Tabs of the page: those of its item that the user may open; none when the item has but one page. */
export function tabsOf(pathname: string, holds: Holds): NavTarget[] {
  const item = allItems.find(({ covers, targets }) => targets.length > 1 && isUnder(pathname, covers));
  return item === undefined ? [] : allowedTargets(item, holds);
}

/** The patients list, else the first page that the user may open; undefined when there is none. */
export const firstPage = (holds: Holds): NavTarget["to"] | undefined =>
  allItems.flatMap((item) => allowedTargets(item, holds))[0]?.to;

/** Why an address leads nowhere: who may open no page at all is told that, since the link to the main page leads nowhere too. */
export const nowhereHint = (holds: Holds): string =>
  firstPage(holds) === undefined && !holds(patientPermission) ? text.notFound.noPage : text.notFound.page;

/** Where a user is sent after signing in. */
export const homePath = (holds: Holds): NavTarget["to"] => firstPage(holds) ?? paths.visualize;
