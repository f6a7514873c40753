import { ChevronLeft, ChevronRight } from "lucide-react";
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
            // The box begins anew with each page: what was typed and not applied is gone.
            key={page}
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
              const box = event.currentTarget;
              const asked = /^\s*\d+\s*$/.test(box.value) ? Number(box.value) : 0;
              if (asked >= 1 && asked <= pages && asked !== page) onPage(asked);
              else box.value = String(page);
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
