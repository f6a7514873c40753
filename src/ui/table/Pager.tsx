import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { IconButton } from "../buttons/IconButton.tsx";
import css from "./Table.module.css";
import { pageCount } from "./table-state.ts";
import type { TableWords } from "./words.ts";

export interface PagerProps {
  words: TableWords;
  /** From 1. */
  page: number;
  total: number;
  rowsPerPage: number;
  onPage: (page: number) => void;
  /** What they are pages of, where another table stands beside it. */
  of?: string;
}

/**
 * Previous, next and an editable page number: Enter applies it within 1 to the number of pages, anything else and leaving
 * the box restore it (spec 000 section 2). Nothing while there is one page.
 */
export function Pager({ words, page, total, rowsPerPage, onPage, of }: PagerProps) {
  const pages = pageCount(total, rowsPerPage);
  const box = useRef<HTMLInputElement>(null);
  // What was typed and not applied is gone with the page it was typed on; the box stays, and with it the focus.
  useLayoutEffect(() => {
    if (box.current === null) return;
    box.current.value = String(page);
    const at = document.activeElement;
    if (at === box.current) box.current.select();
    // A key on a button that now leads no further: the focus would leave the table, and a dialog give it to its close button.
    else if (at?.matches("button:disabled:focus-visible") && box.current.closest("nav")?.contains(at))
      box.current.focus();
  }, [page]);
  if (pages === 1) return null;
  const first = (page - 1) * rowsPerPage + 1;
  return (
    <nav className={css.pager} aria-label={of === undefined ? words.pager : `${words.pager}: ${of}`}>
      <span className="numeric">{words.range(first, Math.min(total, page * rowsPerPage), total)}</span>
      <span className={css.turn}>
        <IconButton
          icon={ChevronLeft}
          label={words.previousPage}
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
        />
        <label className={css.pageLabel}>
          {words.goToPage}
          <input
            ref={box}
            className={css.pageBox}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={page}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={(event) => {
              event.currentTarget.value = String(page);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault(); // a form around it is not sent
              const { currentTarget } = event;
              const asked = /^\s*\d+\s*$/.test(currentTarget.value) ? Number(currentTarget.value) : 0;
              if (asked >= 1 && asked <= pages && asked !== page) onPage(asked);
              else currentTarget.value = String(page);
            }}
          />
        </label>
        <span className="numeric">{words.ofPages(pages)}</span>
        <IconButton
          icon={ChevronRight}
          label={words.nextPage}
          isDisabled={page >= pages}
          onPress={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}
