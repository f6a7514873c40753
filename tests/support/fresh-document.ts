/** Unit tests of documents share one in each worker: every file finds it empty, whatever the files before it left. */
import { vi } from "vitest";
import { toastQueue } from "../../src/ui/notices/toasts.ts";

document.head.replaceChildren();
document.body.replaceChildren();
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
localStorage.clear();
sessionStorage.clear();
for (const cookie of document.cookie.split("; ")) {
  const name = cookie.split("=")[0];
  // By a time that has passed: the document of the tests keeps what `Max-Age=0` removes in browsers.
  // biome-ignore lint/suspicious/noDocumentCookie: the document of the tests has no Cookie Store API
  if (name) document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
}
history.replaceState(null, "", "/");
vi.unstubAllGlobals();
vi.useRealTimers();
// What is said where no region shows it stays in the queue.
toastQueue.clear();
