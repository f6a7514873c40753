import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { annotationHistoryText } from "../../../../protocol/text/annotation-history-text.ts";
import css from "./Edit.module.css";

export interface EditTabsProps {
  modalities: ReactNode;
  interval?: ReactNode;
  /** Made when its tab is chosen. */
  history?: ReactNode;
}

/** The tabs of the dialog: a shortcut has the first alone. */
export function EditTabs({ modalities, interval, history }: EditTabsProps) {
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
        {history === undefined ? null : (
          <Tab id="history" className={css.tab}>
            {annotationHistoryText.tab}
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
      {history === undefined ? null : (
        <TabPanel id="history" className={css.tabPanel}>
          {history}
        </TabPanel>
      )}
    </Tabs>
  );
}
