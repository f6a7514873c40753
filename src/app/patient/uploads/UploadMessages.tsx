import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadMessage } from "../../../protocol/uploads.ts";
import { uploadTime } from "./columns.ts";
import { MessageKindMark } from "./MessageKindMark.tsx";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

const { dialog: words } = uploadsTabText;

/** Every message of an upload, as the server orders them. */
export function UploadMessages({ messages }: { messages: readonly UploadMessage[] }) {
  const clock = useUploadClock();
  return (
    <section aria-labelledby="upload-messages">
      <h3 id="upload-messages" className={css.heading}>
        {words.messages}
      </h3>
      {messages.length === 0 ? (
        <p className={css.none}>{words.noMessages}</p>
      ) : (
        <ol className={css.messages}>
          {messages.map(({ _timestamp, kind, text }, k) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added
            <li key={k}>
              <time className="numeric" dateTime={new Date(_timestamp).toISOString()}>
                {uploadTime(_timestamp, clock)}
              </time>
              <MessageKindMark kind={kind} />
              <span className={css.body}>{text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
