import { useNavigate } from "@tanstack/react-router";
import { Database, Ellipsis, Eye, Pencil, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { deleteProjects, getProjects, type Project } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/admin-text.ts";
import { tableText } from "../../../protocol/table-text.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextButton } from "../../../ui/TextButton.tsx";
import { type Column, ServerTable } from "../../../ui/table/index.ts";
import { call, useHolds } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { ActivityDialog, type ActivityKind } from "../activity/ActivityDialog.tsx";
import { ActivityMenu } from "../activity/ActivityMenu.tsx";
import { AdminPage } from "../parts/AdminPage.tsx";
import { DeleteRows } from "../parts/DeleteRows.tsx";
import { namesOf, useSelection } from "../parts/use-selection.ts";
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
  const { ids, clear, ...selection } = useSelection();
  const [open, setOpen] = useState<Open | null>(null);
  const seesActivity = useHolds("access_admin_user_management");
  const navigate = useNavigate();
  const columns = useMemo(
    () =>
      projectColumns.map(
        (column): Column<Project> =>
          column.id === "identifier"
            ? {
                ...column,
                render: (project) => (
                  <TextButton onPress={() => setOpen({ kind: "view", project })}>{project.identifier}</TextButton>
                ),
              }
            : column,
      ),
    [],
  );
  const deletion = {
    title: words.deleteTitle,
    text: words.deleteText(ids.length),
    names: namesOf(answer.data?.data, selection.selected, ({ identifier }) => identifier),
    onDelete: () => call(deleteProjects, { project_ids: ids }),
    done: adminText.done.projectsDeleted,
    onDeleted: clear,
  };
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
      <ServerTable
        label={words.title}
        words={tableText}
        columns={columns}
        rowId={({ id }) => String(id)}
        state={state}
        onStateChange={setState}
        answer={answer}
        rowsPerPage={defaultRowsPerPage}
        selection={{ ...selection, batch: <DeleteRows {...deletion} /> }}
        rowActions={(project) => [
          { id: "view", name: form.view, icon: Eye, onAction: () => setOpen({ kind: "view", project }) },
          { id: "edit", name: form.edit, icon: Pencil, onAction: () => setOpen({ kind: "edit", project }) },
        ]}
        actions={
          <>
            <DeleteRows {...deletion} isDisabled />
            {seesActivity ? (
              <ActivityMenu
                label={form.viewMore}
                icon={Ellipsis}
                onView={(activity) => setOpen({ kind: "activity", activity })}
                more={[buckets]}
              />
            ) : (
              <ActionMenu label={form.viewMore} icon={Ellipsis} actions={[buckets]} />
            )}
          </>
        }
        emptyHint={<p>{words.empty}</p>}
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
