import { CircleAlert, Upload } from "lucide-react";
import { useSnapshot } from "valtio";
import { queue } from "../state.ts";
import { headerText } from "./header-text.ts";
import css from "./Queue.module.css";

/** How the uploads of this page are, in one line: for the review, where the panel would lie over the traces. */
export function UploadPill() {
  const { items } = useSnapshot(queue);
  const hasFailed = items.some(({ status }) => status === "Failed");
  return (
    <span role="status" className={css.pill} data-failed={hasFailed || undefined}>
      {items.length === 0 ? null : (
        <>
          {hasFailed ? <CircleAlert size={13} aria-hidden /> : <Upload size={13} aria-hidden />}
          {headerText(items, 0)}
        </>
      )}
    </span>
  );
}
