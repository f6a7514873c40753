import { useNavigate } from "@tanstack/react-router";
import { Database, Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { deleteProjects, getProjects, type Project } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { Button } from "../../../ui/Button.tsx";
import { call, useHolds } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { ActivityDialog, type ActivityKind } from "../activity/ActivityDialog.tsx";
import { ActivityMenu } from "../activity/ActivityMenu.tsx";
import { AdminPage } from "../parts/AdminPage.tsx";
import { AdminTable } from "../parts/AdminTable.tsx";
import { projectColumns } from "./columns.ts";
import { ProjectDialog } from "./ProjectDialog.tsx";

const { projects: words, form } = adminLabels;

type Open =
  | { kind: "create"; project: null }
  | { kind: "view" | "edit"; project: Project }
  | { kind: "activity"; activity: ActivityKind };

/** Projects (studies): what patients take part in, where their files are kept. */
export function ProjectsPage() {
  const [state, setState] = useTableAddress(projectColumns);
  const answer = useTableQuery({ name: "projects", route: getProjects, state });
  const [open, setOpen] = useState<Open | null>(null);
  const seesActivity = useHolds("access_admin_user_management");
  const navigate = useNavigate();
  const buckets = {
    id: "buckets",
    name: words.viewBuckets,
    icon: Database,
    onAction: () => void navigate({ to: "/admin/buckets" }),
  };
  return (
    <AdminPage
      title={words.title}
      total={answer.data?.total}
      primary={
        <Button tone="primary" onPress={() => setOpen({ kind: "create", project: null })}>
          <Plus size={15} aria-hidden />
          {words.create}
        </Button>
      }
    >
      <AdminTable
        name="projects"
        label={words.title}
        columns={projectColumns}
        linked="identifier"
        nameOf={({ identifier }) => identifier}
        state={state}
        onStateChange={setState}
        answer={answer}
        onView={(project) => setOpen({ kind: "view", project })}
        onEdit={(project) => setOpen({ kind: "edit", project })}
        deletion={{
          title: words.deleteTitle,
          text: words.deleteText,
          onDelete: (ids) => call(deleteProjects, { project_ids: ids }),
          done: adminText.done.projectsDeleted,
        }}
        empty={words.empty}
        actions={
          seesActivity ? (
            <ActivityMenu
              label={form.viewMore}
              icon={Ellipsis}
              onView={(activity) => setOpen({ kind: "activity", activity })}
              more={[buckets]}
            />
          ) : (
            <ActionMenu label={form.viewMore} icon={Ellipsis} actions={[buckets]} />
          )
        }
      />
      {open === null ? null : open.kind === "activity" ? (
        <ActivityDialog kind={open.activity} userIds={[]} onClose={() => setOpen(null)} />
      ) : (
        <ProjectDialog
          key={open.kind}
          project={open.project}
          isReadOnly={open.kind === "view"}
          onEdit={() => setOpen(open.project === null ? null : { kind: "edit", project: open.project })}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  );
}
