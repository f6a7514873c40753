import { useStatus } from "../plot/use-status.ts";
import css from "./Chart.module.css";
import { waitingNote } from "./notes.ts";

/** Over the plot while not all of the view is here: what was refused, or what is waited for. */
export function Waiting() {
  const { said, hasFailed } = waitingNote(useStatus());
  return (
    <p className={css.note} data-tone={hasFailed ? "danger" : undefined} role="status">
      {said}
    </p>
  );
}
