import { CirclePause } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { useSnapshot } from "valtio";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { queue } from "../state.ts";
import { askToCancelInterrupted, goOnWith } from "./gestures.ts";
import { labelOf } from "./header-text.ts";
import css from "./Queue.module.css";

const { interrupted: words, titles } = uploadQueueText;

/** An upload of a page which is no more: its files have to be chosen again, because browsers forget them. */
export function InterruptedRow({ id }: { id: string }) {
  const { interrupted } = useSnapshot(queue);
  const open = interrupted.find((one) => one.key === id);
  if (open === undefined) return null;
  const isBegun = open.uploadId !== null;
  const hasFiles = open.itemNames.length > 0;
  const choose = (files: FileList | null) => {
    if (files !== null && files.length > 0) void goOnWith(id, [...files]);
  };
  return (
    <li className={css.row} data-status="Interrupted">
      <div className={css.words}>
        <CirclePause size={15} aria-hidden />
        <span className={css.label}>{labelOf(open)}</span>
        <span className={css.state}>{isBegun ? titles.interrupted : words.notBegun}</span>
        {open.sentFraction === null ? null : (
          <span className={css.detail}>{words.sent(Math.floor(open.sentFraction * 100))}</span>
        )}
      </div>
      {hasFiles ? <p className={css.note}>{words.hint(open.itemNames.join(", "))}</p> : null}
      {open.hasForm ? <p className={css.note}>{words.form}</p> : null}
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
        {hasFiles ? (
          <>
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
          </>
        ) : null}
        <Button
          size="small"
          tone="quiet"
          isDisabled={open.isBusy}
          onPress={() => void askToCancelInterrupted(id, isBegun)}
        >
          {isBegun ? words.cancel : words.remove}
        </Button>
      </div>
    </li>
  );
}
