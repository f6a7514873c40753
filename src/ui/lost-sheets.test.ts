// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { dropLostSheets } from "./lost-sheets.ts";

it("takes a style sheet that could not be fetched out of the page, and no other link", () => {
  dropLostSheets();
  const links = ["stylesheet", "stylesheet", "modulepreload"].map((rel) => {
    const link = document.createElement("link");
    link.rel = rel;
    document.head.append(link);
    return link;
  });
  const heard: string[] = [];
  links[0].addEventListener("error", () => heard.push("who asked for it"));
  links[0].dispatchEvent(new Event("error"));
  links[2].dispatchEvent(new Event("error"));
  expect(links.map(({ isConnected }) => isConnected)).toEqual([false, true, true]);
  expect(heard).toEqual(["who asked for it"]);
});
