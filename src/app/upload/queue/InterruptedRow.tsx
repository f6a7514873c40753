import { CirclePause } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { useSnapshot } from "valtio";
import { uploadQueueText } from "../../../protocol/upload-queue-text.ts";
import { Button } from "../../../ui/Button.tsx";
import { askToCancelInterrupted } from "./gestures.ts";
import { labelOf } from "./header-text.ts";
import { chooseAgain } from "./interrupted.ts";
import css from "./Queue.module.css";
import { queue } from "./state.ts";

const { interrupted: words, titles } = uploadQueueText;

/** An upload that a page began which is no more: its files have to be chosen again, because browsers forget them. */
export function InterruptedRow({ uploadId }: { uploadId: number }) {
  const { interrupted } = useSnapshot(queue);
  const open = interrupted.find((one) => one.uploadId === uploadId);
  if (open === undefined) return null;
  const choose = (files: FileList | null) => {
    if (files !== null && files.length > 0) void chooseAgain(uploadId, [...files]);
  };
  return (
    <li className={css.row} data-status="Interrupted">
      <div className={css.words}>
        <CirclePause size={15} aria-hidden />
        <span className={css.label}>{labelOf(open)}</span>
        <span className={css.state}>{titles.interrupted}</span>
      </div>
      <p className={css.note}>{words.hint(open.itemNames.join(", "))}</p>
      {open.message === null ? null : (
        <p className={css.failure} role="alert">
          {open.message}
        </p>
      )}
      {open.isBusy ? (
        <p className={css.note} role="status">
          {words.looking}
        </p>
      ) : null}
      <div className={css.buttons}>
        <FileTrigger acceptDirectory onSelect={choose}>
          <Button size="small" isDisabled={open.isBusy}>
            {words.chooseFolder}
          </Button>
        </FileTrigger>
        <FileTrigger allowsMultiple onSelect={choose}>
          <Button size="small" isDisabled={open.isBusy}>
            {words.chooseFiles}
          </Button>
        </FileTrigger>
        <Button
          size="small"
          tone="quiet"
          isDisabled={open.isBusy}
          onPress={() => void askToCancelInterrupted(uploadId)}
        >
          {words.cancel}
        </Button>
      </div>
    </li>
  );
}
