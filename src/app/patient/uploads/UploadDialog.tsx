import { useQuery } from "@tanstack/react-query";
import { Download, Hourglass } from "lucide-react";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Face } from "../../../ui/notices/Face.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { useWork } from "../../news/index.ts";
import { reasonOnce } from "../../session/index.ts";
import { Failed } from "../../shell/index.ts";
import { uploadTime } from "./columns.ts";
import { downloadLog } from "./download-log.ts";
import { isAtItem } from "./message.ts";
import { isUnderWay, uploadQuery, writeUploads } from "./queries.ts";
import { UploadFacts } from "./UploadFacts.tsx";
import { UploadItems } from "./UploadItems.tsx";
import { UploadMessages } from "./UploadMessages.tsx";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

const words = uploadsTabText.dialog;

/** Everything about one upload: how far it is, what it holds and what became of each part, every message, and its log. */
export function UploadDialog({ row, onClose }: { row: UploadRow; onClose: () => void }) {
  const { data: upload, error, refetch } = useQuery(uploadQuery(row.upload_id));
  const clock = useUploadClock();
  const title = words.title(uploadTime(row._timestamp, clock));
  const isLive = upload !== undefined && upload.patient_key !== null && isUnderWay(upload.status);
  useWork(isLive ? [upload.patient_key as number] : [], writeUploads);
  const download = () =>
    downloadLog(row.upload_id).then(
      (count) => count > 0 || toast.error(words.noLog),
      (failure: unknown) => toast.error(reasonOnce(failure)),
    );
  return (
    <Dialog
      title={title}
      closeLabel={words.close}
      isOpen
      onClose={onClose}
      width={760}
      footNote={uploadsTabText.zone(clock.timezone)}
      actions={
        <>
          <Button onPress={() => void download()}>
            <Download size={15} aria-hidden />
            {words.log}
          </Button>
          <Button onPress={onClose}>{words.close}</Button>
        </>
      }
    >
      {upload !== undefined ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
        <section className={css.details} aria-label={title} tabIndex={0}>
          <UploadFacts upload={upload} email={row.email} />
          <UploadItems items={upload.items} messages={upload.messages} isOwn={upload.is_own} />
          <UploadMessages messages={upload.messages.filter((message) => !isAtItem(message))} />
        </section>
      ) : error !== null ? (
        <Failed error={error} onTryAgain={refetch} />
      ) : (
        <Face icon={Hourglass} title={words.loading} role="status" />
      )}
    </Dialog>
  );
}
