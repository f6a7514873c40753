/** The named permissions (spec 000 section 6; spec 001 section 6), in the order and groups the role form shows them. */
import Type, { type Static } from "typebox";

export const permissionNames = [
  "access_data_visualize",
  "access_data_upload_patient_subpage",
  "upload_data",
  "visualize_data",
  "create_annotation_group",
  "delete_annotation_group",
  "create_annotations",
  "delete_annotations",
  "access_admin_user_management",
  "access_admin_role_and_permissions",
  "access_admin_studies",
  "access_admin_sites",
  "create_account",
] as const;

export type Permission = (typeof permissionNames)[number];
export const Permission = Type.Unsafe<Permission>(Type.Union(permissionNames.map((name) => Type.Literal(name))));

export interface PermissionFacts {
  /** Stable number in calls (`permission_ids`). */
  readonly id: number;
  readonly name: Permission;
  readonly group: "Data" | "Annotations" | "Administration" | "Accounts";
  readonly title: string;
  readonly description: string;
}

const facts = (
  id: number,
  name: Permission,
  group: PermissionFacts["group"],
  title: string,
  description: string,
): PermissionFacts => ({ id, name, group, title, description });

export const permissions: readonly PermissionFacts[] = [
  facts(1, "access_data_visualize", "Data", "Patients list", "Open the list of patients."),
  facts(
    2,
    "access_data_upload_patient_subpage",
    "Data",
    "Patient pages",
    "Open a patient's forms, uploads and files, and the review page.",
  ),
  facts(3, "upload_data", "Data", "Upload data", "Upload recordings, files and forms of a patient."),
  facts(4, "visualize_data", "Data", "View data", "Open a patient's recordings in the review page."),
  facts(5, "create_annotation_group", "Annotations", "Create sessions", "Create annotation sessions."),
  facts(6, "delete_annotation_group", "Annotations", "Delete sessions", "Delete annotation sessions."),
  facts(7, "create_annotations", "Annotations", "Create annotations", "Create and change annotations."),
  facts(8, "delete_annotations", "Annotations", "Delete annotations", "Delete annotations."),
  facts(
    9,
    "access_admin_user_management",
    "Administration",
    "Users",
    "Invite, change and delete users, see their activity, and manage the allowed e-mail domains.",
  ),
  facts(
    10,
    "access_admin_role_and_permissions",
    "Administration",
    "Roles and permissions",
    "Create, change and delete roles.",
  ),
  facts(
    11,
    "access_admin_studies",
    "Administration",
    "Projects",
    "Create, change and delete projects, and see the buckets.",
  ),
  facts(12, "access_admin_sites", "Administration", "Sites", "Create, change and delete sites."),
  facts(13, "create_account", "Accounts", "Create an account", "Complete an invitation. Invitation links hold it."),
];

/**
 * Named booleans as `/user/check_token` answers them. The guard of Roles & Permissions is also known without its
 * last letter (spec 000 section 2): both names are there and always agree.
 */
export const PermissionMap = Type.Object({
  ...(Object.fromEntries(permissionNames.map((name) => [name, Type.Boolean()])) as Record<
    Permission,
    ReturnType<typeof Type.Boolean>
  >),
  access_admin_role_and_permission: Type.Boolean(),
});
export type PermissionMap = Static<typeof PermissionMap>;

/** The map of a set of permissions. */
export function permissionMap(held: ReadonlySet<Permission>): PermissionMap {
  const map = Object.fromEntries(permissionNames.map((name) => [name, held.has(name)])) as Record<Permission, boolean>;
  return { ...map, access_admin_role_and_permission: map.access_admin_role_and_permissions };
}

/** The roles a new workspace begins with. */
export const defaultRoles: readonly { name: string; description: string; permissions: readonly Permission[] }[] = [
  {
    name: "Administrator",
    description: "Everything, the administration of the workspace included.",
    permissions: permissionNames.filter((name) => name !== "create_account"),
  },
  {
    name: "Site coordinator",
    description: "Uploads the recordings of a site and reviews them.",
    permissions: [
      "access_data_visualize",
      "access_data_upload_patient_subpage",
      "upload_data",
      "visualize_data",
      "create_annotation_group",
      "create_annotations",
    ],
  },
  {
    name: "Reviewer",
    description: "Reviews and annotates recordings.",
    permissions: [
      "access_data_visualize",
      "access_data_upload_patient_subpage",
      "visualize_data",
      "create_annotation_group",
      "delete_annotation_group",
      "create_annotations",
      "delete_annotations",
    ],
  },
  {
    name: "Viewer",
    description: "Looks at recordings without changing anything.",
    permissions: ["access_data_visualize", "access_data_upload_patient_subpage", "visualize_data"],
  },
];
