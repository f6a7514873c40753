/** Sentences of the administration area that both sides say. The wording follows spec 000 sections 5 and 8. */
export const adminText = {
  notFound: {
    user: "This user does not exist.",
    role: "This role does not exist.",
    site: "This site does not exist.",
    project: "This project does not exist.",
    domain: "This domain does not exist.",
    bucket: "This bucket does not exist.",
    permission: "This permission does not exist.",
  },
  grantsMore: "A role cannot hold a permission that you do not hold.",
  aboveYou: "This user or role holds a permission that you do not hold.",
  reachesFurther: "This would give somebody access that you do not have: to a site, a project or a permission.",
  taken: {
    role: "A role with this name already exists.",
    site: "A site with this Site ID already exists.",
    project: "A project with this Project ID already exists.",
    domain: "This domain is already in the list.",
    email: (email: string) => `${email} already has an account.`,
    emails: (emails: readonly string[]) =>
      emails.length === 1
        ? `${emails[0]} already has an account.`
        : `${emails.slice(0, -1).join(", ")} and ${emails.at(-1)} already have an account.`,
  },
  /** A form that is saved over what somebody else has saved since it was opened. */
  changedMeanwhile: (what: "user" | "role" | "site" | "project") =>
    `Somebody else has changed this ${what} since you opened it, so nothing was saved. Close this form and open it again to see the ${what} as it is now.`,
  inUse: {
    site: "A site with patients cannot be deleted.",
    project: "A project with patients cannot be deleted.",
  },
  hasUploads: {
    site: "A site with unfinished uploads cannot be deleted.",
    project: "A project with unfinished uploads cannot be deleted.",
  },
  /** In the place of mails that nobody receives. */
  mailsToFolder:
    "This server sends no e-mails: invitations and password resets are only written to a folder on it. Ask whoever runs it to set SMTP_URL.",
  badField: "This table has no such field.",
  bucket: {
    reachable: "A test object was written, read and deleted.",
    differs: "A test object came back changed.",
    noAccess: "The server may not write to the folder of this bucket.",
    full: "There is no space left where this bucket is.",
    unreachable: "The folder of this bucket cannot be used.",
    outside: "The folder of this bucket is not inside the data folder.",
    unknownKind: "This server cannot reach buckets of this kind.",
  },
  rules: {
    emailInvalid: "Invalid email format",
    emailRequired: "Email is required",
    emailsRequired: "At least one email is required",
    inviteChoices: "Please select at least one project, site and role",
    modifyChoices: "Please select at least one site, role and project.",
    domainRequired: "Domain is required.",
    domainInvalid: "Invalid domain format.",
    name: "Name is required.",
    description: "Description is required.",
    permission: "Please select at least one permission.",
    projectId: "Project ID is required.",
    location: "Location is required.",
    siteId: "Site ID is required.",
    siteIdLength: "Site ID must be exactly 4 characters long.",
    user: "Please select at least one user.",
    plain: "Control characters are not allowed.",
  },
  done: {
    invited: "User(s) invited successfully.",
    userModified: "User successfully modified.",
    usersDeleted: "User deleted successfully.",
    domainAdded: "Domain added successfully.",
    domainsRemoved: "Domains removed successfully",
    roleCreated: "Role created successfully.",
    roleModified: "Role modified successfully.",
    rolesDeleted: "Role deleted successfully.",
    projectCreated: "Project created successfully.",
    projectModified: "Project successfully modified.",
    projectsDeleted: "Projects deleted successfully",
    siteCreated: "Site created successfully.",
    siteModified: "Site successfully modified.",
    sitesDeleted: "Sites deleted successfully",
  },
} as const;
