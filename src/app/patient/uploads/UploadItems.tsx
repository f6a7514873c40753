import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadItemState } from "../../../protocol/uploads.ts";
import { UploadItem } from "./UploadItem.tsx";
import css from "./Uploads.module.css";

const { dialog: words } = uploadsTabText;

/** The directories and files of an upload. */
export function UploadItems({ items }: { items: readonly UploadItemState[] }) {
  return (
    <section aria-labelledby="upload-items">
      <h3 id="upload-items" className={css.heading}>
        {words.items}
      </h3>
      {items.length === 0 ? (
        <p className={css.none}>{words.noItems}</p>
      ) : (
        <ul className={css.items}>
          {items.map((item) => (
            <UploadItem key={item.item_id} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}
