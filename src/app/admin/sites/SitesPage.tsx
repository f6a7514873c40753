import { Plus } from "lucide-react";
import { deleteSites, getSites, type Site } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { call } from "../../session/index.ts";
import { type RecordsKind, RecordsPage } from "../parts/RecordsPage.tsx";
import { siteColumns } from "./columns.ts";
import { SiteDialog } from "./SiteDialog.tsx";

const { sites: words } = adminLabels;

const sites: RecordsKind<Site> = {
  name: "sites",
  words,
  list: { route: getSites, body: { return_all_sites: true } },
  columns: siteColumns,
  linked: "identifier",
  nameOf: ({ identifier }) => identifier,
  create: { label: words.create, icon: Plus },
  remove: (ids) => call(deleteSites, { site_ids: ids }),
  removed: adminText.done.sitesDeleted,
  Dialog: SiteDialog,
};

/** Sites: where patients are. */
export const SitesPage = () => <RecordsPage kind={sites} />;
