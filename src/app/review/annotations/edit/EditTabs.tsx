import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import css from "./Edit.module.css";

/** The tabs of the dialog: a shortcut has the first alone. */
export function EditTabs({ modalities, interval }: { modalities: ReactNode; interval?: ReactNode }) {
  return (
    <Tabs className={css.tabs}>
      <TabList aria-label={words.parts} className={css.tabList}>
        <Tab id="modalities" className={css.tab}>
          {words.modalities}
        </Tab>
        {interval === undefined ? null : (
          <Tab id="interval" className={css.tab}>
            {words.interval}
          </Tab>
        )}
      </TabList>
      <TabPanel id="modalities" className={css.tabPanel}>
        {modalities}
      </TabPanel>
      {interval === undefined ? null : (
        <TabPanel id="interval" className={css.tabPanel} shouldForceMount>
          {interval}
        </TabPanel>
      )}
    </Tabs>
  );
}
