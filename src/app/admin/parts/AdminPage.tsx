import type { ReactNode } from "react";
import { tableText } from "../../../protocol/text/table-text.ts";
import { useTitle } from "../../shell/index.ts";
import css from "./Admin.module.css";
import { OperationNotices } from "./OperationNotices.tsx";

export interface AdminPageProps {
  title: string;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** The one primary action. */
  primary?: ReactNode;
  children: ReactNode;
}

/** Title with the number of records, primary action, and the table below. */
export function AdminPage({ title, total, primary, children }: AdminPageProps) {
  useTitle(title);
  return (
    <>
      <div className={css.head}>
        <h1>{title}</h1>
        {total === undefined ? null : <span className={css.records}>{tableText.records(total)}</span>}
        <span className={css.primary}>{primary}</span>
      </div>
      <OperationNotices />
      {children}
    </>
  );
}
