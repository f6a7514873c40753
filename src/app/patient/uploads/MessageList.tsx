import type { UploadMessage } from "../../../protocol/uploads.ts";
import { uploadTime } from "./columns.ts";
import { MessageKindMark } from "./MessageKindMark.tsx";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

/** Messages of an upload, as the server orders them. */
export function MessageList({ messages }: { messages: readonly UploadMessage[] }) {
  const clock = useUploadClock();
  return (
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
  );
}
