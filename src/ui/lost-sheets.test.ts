// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { fetchLostSheets, watchSheets } from "./lost-sheets.ts";

/** What the window hears of an element in the document; this document would fetch nothing itself. */
const tell = (target: Element) =>
  window.dispatchEvent(Object.defineProperty(new Event("error"), "target", { value: target }));

it("asks again for a style sheet that could not be fetched, until it is there, and for no other link", async () => {
  watchSheets();
  const asked: string[] = [];
  let end = "error";
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes as HTMLLinkElement[]) {
      asked.push(`${node.rel} ${node.getAttribute("href")}`);
      if (end === "error") tell(node);
      node.dispatchEvent(new Event(end));
    }
  });
  const lose = (rel: string, href: string) => {
    const link = document.createElement("link");
    link.rel = rel;
    link.href = href;
    tell(link);
  };
  lose("stylesheet", "/a.css");
  lose("modulepreload", "/b.js");
  await expect(fetchLostSheets()).rejects.toThrow("could not be fetched");
  end = "load";
  await fetchLostSheets();
  await fetchLostSheets();
  expect(asked.map((each) => each.replace(/http.*\//, "/"))).toEqual(["stylesheet /a.css", "stylesheet /a.css"]);
  vi.restoreAllMocks();
});
