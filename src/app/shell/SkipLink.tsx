import { accountText } from "../../protocol/text/account-text.ts";
import css from "./Frame.module.css";

/** Id of the page's own content, beside sidebar and top bar. */
export const contentId = "content";

/** First stop of the Tab key on every page of the frame, past sidebar and top bar, and of a review, past its header and bar. Seen while it has the focus. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className={css.skip}
      onClick={(event) => {
        // The address stays as it is: it says what the page shows.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      {accountText.shell.skip}
    </a>
  );
}
