import { contentId } from "./SkipLink.tsx";

interface Resolved {
  fromLocation?: unknown;
  pathChanged: boolean;
}

/**
 * Where another page took what had the focus away, the page gets it: the next Tab then leads into it, and a reader begins there. What
 * the page itself gave the focus keeps it; a document that was just loaded begins with the skip link.
 */
export function followFocus({ fromLocation, pathChanged }: Resolved): void {
  if (fromLocation === undefined || !pathChanged || document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`#${contentId}[data-page]`)?.focus({ preventScroll: true });
}
