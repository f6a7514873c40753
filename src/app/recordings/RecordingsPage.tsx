import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { text } from "../../protocol/text.ts";
import { Face } from "../../ui/Face.tsx";
import { Failed, useTitle } from "../shell/index.ts";
import { recordingsQuery } from "./queries.ts";
import css from "./RecordingsPage.module.css";
import { RecordingTable } from "./RecordingTable.tsx";

/** The list of recordings: what there is, how far imports are, and the way into each. */
export function RecordingsPage() {
  const { data, error, refetch } = useQuery(recordingsQuery);
  const recordings = data?.recordings;
  useTitle(text.recordings.title);
  return (
    <>
      <div className={css.head}>
        <h1>{text.recordings.title}</h1>
        {recordings === undefined ? null : (
          <span className={css.records}>{text.recordings.records(recordings.length)}</span>
        )}
      </div>
      <div className={css.card}>
        {error !== null ? (
          <Failed error={error} onTryAgain={refetch} />
        ) : recordings?.length === 0 ? (
          <Face icon={Inbox} title={text.recordings.empty}>
            <p>
              {text.recordings.emptyHint} <code>{text.recordings.importCommand}</code>
            </p>
          </Face>
        ) : (
          <RecordingTable recordings={recordings ?? null} />
        )}
      </div>
    </>
  );
}
