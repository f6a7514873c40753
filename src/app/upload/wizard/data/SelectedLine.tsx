import { Trash2 } from "lucide-react";
import { memo } from "react";
import { fileSize } from "../../../../domain/files/file-size.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import type { SelectedRow } from "../state.ts";
import css from "./Data.module.css";
import { removeRow } from "./rows.ts";
import { SelectedState } from "./SelectedState.tsx";

const { data: words } = uploadText;

export interface SelectedLineProps {
  row: SelectedRow;
  /** That it is there already, or in the queue. */
  duplicates: readonly string[];
  /** Something is told of it below the table. */
  isNoted: boolean;
  /** The last line was removed by its button, which had the focus. */
  onLastRemoved: () => void;
}

/** One line of the selected data. While hundreds of others are being checked it is drawn again only when it changed. */
export const SelectedLine = memo(
  Line,
  (a, b) => a.row === b.row && a.isNoted === b.isNoted && String(a.duplicates) === String(b.duplicates),
);

function Line({ row, duplicates, isNoted, onLastRemoved }: SelectedLineProps) {
  /** The focus goes on to the button of the line that takes the place of this one. */
  const remove = (button: Element) => {
    const line = button.closest("tr");
    const next = line?.nextElementSibling ?? line?.previousElementSibling;
    if (next) next.querySelector<HTMLElement>("td:last-child button")?.focus();
    else onLastRemoved();
    removeRow(row);
  };
  return (
    <tr data-refused={row.phase === "refused" ? true : undefined}>
      <th scope="row">
        <span className={css.name}>{row.chosenName}</span>
        <SelectedState row={row} duplicates={duplicates} isNoted={isNoted} />
      </th>
      <td className={css.time}>{words.notYet}</td>
      <td className={css.number}>{row.size === null ? words.noSize : fileSize(row.size)}</td>
      <td className={css.action}>
        <IconButton icon={Trash2} label={words.remove(row.chosenName)} onPress={({ target }) => remove(target)} />
      </td>
    </tr>
  );
}
