/** Whether a table shows all that it says. */
import type { Locator } from "playwright/test";

/** What is cut off, by what it says; heights of rows; whether it scrolls and shows so. */
export const measure = (table: Locator) =>
  table.evaluate((grid) => {
    const inner = grid.parentElement as HTMLElement;
    const cell = "th, td, [role=columnheader], [role=rowheader], [role=gridcell]";
    const cells = [...grid.querySelectorAll(cell)] as HTMLElement[];
    const texts = cells.flatMap((each) => [each, ...each.querySelectorAll<HTMLElement>("*")]);
    const isCut = (each: HTMLElement) => {
      const frame = (each.closest(cell) as HTMLElement).getBoundingClientRect();
      const own = each.getBoundingClientRect();
      const isOutside = own.width > 1 && (own.right > frame.right + 1 || own.left < frame.left - 1);
      const isClipped = getComputedStyle(each).overflowY === "hidden" && each.scrollHeight > each.clientHeight + 1;
      return each.clientWidth > 1 && (each.scrollWidth > each.clientWidth + 1 || isClipped || isOutside);
    };
    return {
      cut: texts.filter((each) => !each.closest(".visually-hidden") && isCut(each)).map((each) => each.textContent),
      head: grid.querySelector("thead")?.getBoundingClientRect().height,
      rows: [...grid.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height),
      scrolls: inner.scrollWidth > inner.clientWidth,
      cue: (inner.parentElement as HTMLElement).hasAttribute("data-after"),
    };
  });

/** What of a text is cut off. */
export const measureText = (text: Locator) =>
  text.evaluate((top) => ({
    cut: [top, ...top.querySelectorAll<HTMLElement>("*")]
      .filter(
        (each) =>
          each.clientWidth > 1 &&
          (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1) &&
          getComputedStyle(each).overflow !== "visible",
      )
      .map((each) => each.textContent),
  }));

/** Whether a button's words stand in it whole, or not at all. */
export function wholeOrGone(button: Element): boolean {
  if (button.textContent === "") return true;
  const text = document.createRange();
  text.selectNodeContents(button.lastElementChild as Element);
  const [frame, words] = [button, text].map((each) => each.getBoundingClientRect());
  return words.width > 0 && words.right <= frame.right && words.left >= frame.left;
}
