import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadMessage } from "../../../protocol/uploads.ts";
import { MessageList } from "./MessageList.tsx";
import css from "./Uploads.module.css";

const { dialog: words } = uploadsTabText;

/** The messages of an upload that do not stand at one of its directories or files. */
export function UploadMessages({ messages }: { messages: readonly UploadMessage[] }) {
  return (
    <section aria-labelledby="upload-messages">
      <h3 id="upload-messages" className={css.heading}>
        {words.messages}
      </h3>
      {messages.length === 0 ? <p className={css.none}>{words.noMessages}</p> : <MessageList messages={messages} />}
    </section>
  );
}
