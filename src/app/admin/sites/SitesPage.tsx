import { Plus } from "lucide-react";
import { useState } from "react";
import { deleteSites, getSites, type Site } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { Button } from "../../../ui/Button.tsx";
import { call } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { AdminPage } from "../parts/AdminPage.tsx";
import { AdminTable } from "../parts/AdminTable.tsx";
import { siteColumns } from "./columns.ts";
import { SiteDialog } from "./SiteDialog.tsx";

const { sites: words } = adminLabels;

type Open = { kind: "create"; site: null } | { kind: "view" | "edit"; site: Site };

/** Sites: where patients are. */
export function SitesPage() {
  const [state, setState] = useTableAddress(siteColumns);
  const answer = useTableQuery({ name: "sites", route: getSites, state, body: { return_all_sites: true } });
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <AdminPage
      title={words.title}
      total={answer.data?.total}
      primary={
        <Button tone="primary" onPress={() => setOpen({ kind: "create", site: null })}>
          <Plus size={15} aria-hidden />
          {words.create}
        </Button>
      }
    >
      <AdminTable
        name="sites"
        label={words.title}
        columns={siteColumns}
        linked="identifier"
        nameOf={({ identifier }) => identifier}
        state={state}
        onStateChange={setState}
        answer={answer}
        onView={(site) => setOpen({ kind: "view", site })}
        onEdit={(site) => setOpen({ kind: "edit", site })}
        deletion={{
          title: words.deleteTitle,
          text: words.deleteText,
          onDelete: (ids) => call(deleteSites, { site_ids: ids }),
          done: adminText.done.sitesDeleted,
        }}
        empty={words.empty}
      />
      {open === null ? null : (
        <SiteDialog
          key={open.kind}
          site={open.site}
          isReadOnly={open.kind === "view"}
          onEdit={() => setOpen(open.site === null ? null : { kind: "edit", site: open.site })}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  );
}
