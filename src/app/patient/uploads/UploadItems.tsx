import { useMemo, useState } from "react";
import { tableText } from "../../../protocol/text/table-text.ts";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadItemState, UploadMessage } from "../../../protocol/uploads.ts";
import { Pager } from "../../../ui/table/Pager.tsx";
import { isAtItem } from "./message.ts";
import { UploadItem } from "./UploadItem.tsx";
import css from "./Uploads.module.css";

const { dialog: words } = uploadsTabText;
/** Of an upload of thousands of files all at once would hold the page for seconds. */
const itemsPerPage = 100;

export interface UploadItemsProps {
  items: readonly UploadItemState[];
  /** Of the upload. */
  messages: readonly UploadMessage[];
  /** The upload is the viewer's. */
  isOwn: boolean;
}

/** The directories and files of an upload, each with what is told of it. */
export function UploadItems({ items, messages, isOwn }: UploadItemsProps) {
  const told = useMemo(() => byItem(messages), [messages]);
  const [page, setPage] = useState(1);
  const last = page * itemsPerPage;
  return (
    <section aria-labelledby="upload-items">
      <h3 id="upload-items" className={css.heading}>
        {words.items}
      </h3>
      {items.length === 0 ? (
        <p className={css.none}>{words.noItems}</p>
      ) : (
        <>
          <ul className={css.items}>
            {items.slice(last - itemsPerPage, last).map((item) => (
              <UploadItem key={item.item_id} item={item} messages={told.get(item.item_id) ?? []} isOwn={isOwn} />
            ))}
          </ul>
          <Pager
            of={words.items}
            words={tableText}
            page={page}
            total={items.length}
            rowsPerPage={itemsPerPage}
            onPage={setPage}
          />
        </>
      )}
    </section>
  );
}

function byItem(messages: readonly UploadMessage[]): ReadonlyMap<number, readonly UploadMessage[]> {
  const told = new Map<number, UploadMessage[]>();
  for (const message of messages.filter(isAtItem)) {
    const id = message.item_id as number;
    told.set(id, [...(told.get(id) ?? []), message]);
  }
  return told;
}
