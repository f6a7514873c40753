/** Whether a table shows all that it says. */
import type { Locator } from "playwright/test";

/** What is cut off, by what it says; heights of rows; whether it scrolls and shows so. */
export const measure = (table: Locator) =>
  table.evaluate((grid) => {
    const inner = grid.parentElement as HTMLElement;
    const cells = [...grid.querySelectorAll("th, td")] as HTMLElement[];
    const texts = cells.flatMap((cell) => [cell, ...cell.querySelectorAll<HTMLElement>("*")]);
    const isCut = (each: HTMLElement) => {
      const cell = (each.closest("th, td") as HTMLElement).getBoundingClientRect();
      const own = each.getBoundingClientRect();
      const isOutside = own.width > 1 && (own.right > cell.right + 1 || own.left < cell.left - 1);
      return each.clientWidth > 1 && (each.scrollWidth > each.clientWidth + 1 || isOutside);
    };
    return {
      cut: texts.filter((each) => !each.closest(".visually-hidden") && isCut(each)).map((each) => each.textContent),
      head: grid.querySelector("thead")?.getBoundingClientRect().height,
      rows: [...grid.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height),
      scrolls: inner.scrollWidth > inner.clientWidth,
      cue: (inner.parentElement as HTMLElement).hasAttribute("data-after"),
    };
  });
