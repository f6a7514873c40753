import { useNavigate } from "@tanstack/react-router";
import { Database, Ellipsis, Plus } from "lucide-react";
import { deleteProjects, getProjects, type Project } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { ActionMenu } from "../../../ui/buttons/ActionMenu.tsx";
import { call, useHolds } from "../../session/index.ts";
import { ActivityDialog } from "../activity/ActivityDialog.tsx";
import { ActivityMenu } from "../activity/ActivityMenu.tsx";
import { type RecordsKind, RecordsPage, type Show } from "../parts/RecordsPage.tsx";
import { projectColumns } from "./columns.ts";
import { ProjectDialog } from "./ProjectDialog.tsx";

const { projects: words } = adminLabels;

const projects: RecordsKind<Project> = {
  name: "projects",
  words,
  list: { route: getProjects },
  columns: projectColumns,
  linked: "identifier",
  nameOf: ({ identifier }) => identifier,
  create: { label: words.create, icon: Plus },
  remove: (ids) => call(deleteProjects, { project_ids: ids }),
  removed: adminText.done.projectsDeleted,
  Dialog: ProjectDialog,
  Actions: ProjectActions,
};

/** Projects (studies): what patients take part in, where their files are kept. */
export const ProjectsPage = () => <RecordsPage kind={projects} />;

/** The buckets, and what happened, for who may see that. */
function ProjectActions({ show }: { show: Show }) {
  const seesActivity = useHolds("access_admin_user_management");
  const navigate = useNavigate();
  const buckets = {
    id: "buckets",
    name: words.viewBuckets,
    icon: Database,
    onAction: () => void navigate({ to: "/admin/buckets" }),
  };
  if (!seesActivity) return <ActionMenu label={words.viewMore} icon={Ellipsis} actions={[buckets]} />;
  return (
    <ActivityMenu
      label={words.viewMore}
      icon={Ellipsis}
      onView={(kind) => show((close) => <ActivityDialog kind={kind} userIds={[]} onClose={close} />)}
      more={[buckets]}
    />
  );
}
