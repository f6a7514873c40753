/** Every call of src/protocol/admin.ts. */

import * as admin from "../../protocol/admin.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import { isMailMissing } from "../platform/mail/index.ts";
import { listActions, listLoginAttempts } from "./activity.ts";
import { createDomain, deleteDomains, listDomains, readRestriction, restrictDomains } from "./domains.ts";
import { demandInScope, editorOf } from "./editor.ts";
import { invite } from "./invite.ts";
import { addRole, changeRole, listPermissions, listRoles, removeRoles, rolesOfUser } from "./roles.ts";
import { listBuckets, probeBucket } from "./studies/buckets.ts";
import { addProject, changeProject, listProjects, projectsOfUser, removeProjects } from "./studies/projects.ts";
import { addSite, changeSite, listSites, removeSites, sitesOfUser } from "./studies/sites.ts";
import type { AdminDeps } from "./types.ts";
import { isOfProject, isOfSite, listUsers } from "./user-store.ts";
import { expel, reassign } from "./users.ts";

/** Registers the calls of the administration. The guard has admitted whoever makes them. */
export function addAdminRoutes(routes: RouteHost, deps: AdminDeps): void {
  const { db } = deps;
  const host = ownWorkspaceOnly(routes);
  host.add(admin.getUsers, (body, caller) => listUsers(db, editorOf(caller), body));
  host.add(admin.getUsersByProject, async (body, caller) => {
    await demandInScope(db, editorOf(caller), "project", [body.project_id]);
    return listUsers(db, editorOf(caller), body, isOfProject(body.project_id));
  });
  host.add(admin.getUsersBySite, async (body, caller) => {
    await demandInScope(db, editorOf(caller), "site", [body.site_id]);
    return listUsers(db, editorOf(caller), body, isOfSite(body.site_id));
  });
  host.add(admin.inviteUsers, (body, caller) => invite(deps, caller, body));
  host.add(admin.modifyUser, (body, caller) => reassign(deps, caller, body));
  host.add(admin.deleteUsers, (body, caller) => expel(deps, caller, body));
  host.add(admin.getAllUsersActions, (body, caller) => listActions(deps, caller, body));
  host.add(admin.getLoginAttempts, (body, caller) => listLoginAttempts(deps, caller, body));

  host.add(admin.getRoles, (body, caller) => listRoles(deps, caller, body));
  host.add(admin.getRolesByUser, (body, caller) => rolesOfUser(deps, caller, body));
  host.add(admin.getPermissions, (body, caller) => listPermissions(deps, caller, body));
  host.add(admin.createRole, (body, caller) => addRole(deps, caller, body));
  host.add(admin.modifyRole, (body, caller) => changeRole(deps, caller, body));
  host.add(admin.deleteRoles, (body, caller) => removeRoles(deps, caller, body));

  host.add(admin.getDomains, (body, caller) => listDomains(deps, caller, body));
  host.add(admin.addDomain, (body, caller) => createDomain(deps, caller, body));
  host.add(admin.removeDomains, (body, caller) => deleteDomains(deps, caller, body));
  host.add(admin.setRestrictEmailDomains, (body, caller) => restrictDomains(deps, caller, body));
  host.add(admin.getDomainRestriction, (_body, caller) => readRestriction(deps, caller));

  host.add(admin.getSites, (body, caller) => listSites(deps, caller, body));
  host.add(admin.createSite, (body, caller) => addSite(deps, caller, body));
  host.add(admin.modifySite, (body, caller) => changeSite(deps, caller, body));
  host.add(admin.deleteSites, (body, caller) => removeSites(deps, caller, body));
  host.add(admin.getProjects, (body, caller) => listProjects(deps, caller, body));
  host.add(admin.createProject, (body, caller) => addProject(deps, caller, body));
  host.add(admin.modifyProject, (body, caller) => changeProject(deps, caller, body));
  host.add(admin.deleteProjects, (body, caller) => removeProjects(deps, caller, body));
  host.add(admin.getUserProjects, (body, caller) => projectsOfUser(deps, caller, body));
  host.add(admin.getProjectUserSites, (body, caller) => sitesOfUser(deps, caller, body));
  host.add(admin.getBuckets, (body, caller) => listBuckets(deps, caller, body));
  host.add(admin.checkBucket, (body, caller) => probeBucket(deps, caller, body));
  host.add(admin.getOperationNotices, async () => ({
    notices: [...deps.notices(), ...(isMailMissing(deps.config) ? [adminText.mailsToFolder] : [])],
  }));
}

/** Older clients name the workspace in the body, too: another one than the session's is refused (403). */
function ownWorkspaceOnly(host: RouteHost): RouteHost {
  return {
    ...host,
    add: (route, handle) =>
      host.add(route, async (body, caller, life) => {
        const named = (body as { study_id?: number }).study_id;
        if (named !== undefined && named !== caller.workspaceId)
          throw new Refused(403, accountText.refused.otherWorkspace);
        return handle(body, caller, life);
      }),
  };
}
