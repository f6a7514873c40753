import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { useTableAddress } from "../../tables/index.ts";
import css from "../parts/Admin.module.css";
import { AdminPage } from "../parts/AdminPage.tsx";
import { ActionTable, AttemptTable } from "./ActivityTable.tsx";
import { type ActivityKind, actionFacts, attemptFacts } from "./columns.ts";

const { activity: words } = adminLabels;

/** Who signed in or tried to, and who changed what. */
export function ActivityPage() {
  const { view }: { view?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown: ActivityKind = view === "actions" ? "actions" : "logins";
  return (
    <AdminPage
      title={words.title}
      total={undefined}
      primary={<Link to="/admin/user_management/users">{words.back}</Link>}
    >
      <Tabs
        selectedKey={shown}
        onSelectionChange={(key) =>
          void navigate({ to: ".", search: (key === "actions" ? { view: "actions" } : {}) as never })
        }
      >
        <TabList aria-label={words.title} className={css.tabs}>
          <Tab id="logins" className={css.tab}>
            {words.logins}
          </Tab>
          <Tab id="actions" className={css.tab}>
            {words.actions}
          </Tab>
        </TabList>
        <TabPanel id="logins" className={css.panel}>
          <Attempts />
        </TabPanel>
        <TabPanel id="actions" className={css.panel}>
          <Actions />
        </TabPanel>
      </Tabs>
    </AdminPage>
  );
}

function Attempts() {
  const [state, setState] = useTableAddress(attemptFacts);
  return <AttemptTable state={state} onStateChange={setState} hasCount />;
}

function Actions() {
  const [state, setState] = useTableAddress(actionFacts);
  return <ActionTable state={state} onStateChange={setState} hasCount />;
}
