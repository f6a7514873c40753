import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import { retryUploadItem, type UploadItemState, type UploadMessage } from "../../../protocol/uploads.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Badge, type BadgeProps } from "../../../ui/notices/Badge.tsx";
import { Progress } from "../../../ui/notices/Progress.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { call, reasonOnce, useHolds } from "../../session/index.ts";
import { uploadTime } from "./columns.ts";
import { MessageList } from "./MessageList.tsx";
import { uploadsData } from "./queries.ts";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

const { dialog: words, itemKinds, itemStates, replaced, waits } = uploadsTabText;

const tones: Readonly<Record<UploadItemState["state"], BadgeProps["tone"]>> = {
  waiting: "neutral",
  ingesting: "info",
  done: "success",
  failed: "danger",
  canceled: "neutral",
};

export interface UploadItemProps {
  item: UploadItemState;
  /** About it alone. */
  messages: readonly UploadMessage[];
  /** Its upload is the viewer's. */
  isOwn: boolean;
}

/** One directory or file: what became of it, why it failed, what was told of it, what the browser removed from it. */
export function UploadItem({ item, messages, isOwn }: UploadItemProps) {
  const { kind, name, state, progress, error, removed, is_superseded, waits_for, waits_until } = item;
  const clock = useUploadClock();
  return (
    <li className={css.item}>
      <div className={css.itemHead}>
        <span className={css.itemKind}>{itemKinds[kind]}</span>
        <span className={css.itemName}>{name}</span>
        {is_superseded ? <Badge tone="neutral">{replaced}</Badge> : null}
        <Badge tone={tones[state]}>{itemStates[state]}</Badge>
        {state === "failed" && !is_superseded ? <Retry item={item} isOwn={isOwn} /> : null}
      </div>
      {state === "ingesting" ? (
        <Progress label={itemStates.ingesting} detail={`${Math.floor(progress * 100)} %`} fraction={progress} />
      ) : null}
      {error === null || messages.some(({ kind }) => kind === "error") ? null : <p className={css.error}>{error}</p>}
      {waits_for === null ? null : (
        <p className={css.error}>
          {waits_for === "room" ? waits.room : waits.calm(waits_until === null ? "" : uploadTime(waits_until, clock))}
        </p>
      )}
      {is_superseded ? <p className={css.note}>{words.superseded}</p> : null}
      {messages.length === 0 ? null : <MessageList messages={messages} />}
      {removed.length === 0 ? null : (
        <div className={css.note}>
          {words.removed}
          <ul className={css.removed}>
            {removed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

/** Reads a failed part again, for who uploaded it and for administrators of projects. */
function Retry({ item: { item_id, name }, isOwn }: { item: UploadItemState; isOwn: boolean }) {
  const client = useQueryClient();
  const isAdministrator = useHolds("access_admin_studies");
  const mayUpload = useHolds("upload_data");
  const [isBusy, setBusy] = useState(false);
  if (!isAdministrator && !(isOwn && mayUpload)) return null;
  const retry = async () => {
    setBusy(true);
    try {
      await call(retryUploadItem, { item_id });
      toast.success(words.retried);
      await client.invalidateQueries({ queryKey: [uploadsData] });
    } catch (error) {
      toast.error(reasonOnce(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" aria-label={words.retryOf(name)} isPending={isBusy} onPress={() => void retry()}>
      {words.retry}
    </Button>
  );
}
