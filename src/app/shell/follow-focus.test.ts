// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { followFocus } from "./follow-focus.ts";

const moved = { fromLocation: {}, pathChanged: true };
const main = () => document.querySelector("main");
const page = (name = 'data-page=""') => {
  document.body.innerHTML = `<a id="link" href="#">Patients</a><main id="content" tabindex="-1" ${name}><input></main>`;
};
const link = () => document.querySelector<HTMLElement>("#link");

beforeEach(() => page());

it("gives the focus of a link that went with its page to the page that it opened", () => {
  link()?.focus();
  link()?.remove();
  followFocus(moved);
  expect(document.activeElement).toBe(main());
});

it("leaves the focus where somebody has it", () => {
  link()?.focus();
  followFocus(moved);
  expect(document.activeElement).toBe(link());
  const field = document.querySelector("input");
  field?.focus();
  followFocus(moved);
  expect(document.activeElement).toBe(field);
});

it("leaves a document that was just loaded, a page that stays, and a review as they are", () => {
  followFocus({ pathChanged: true });
  followFocus({ ...moved, pathChanged: false });
  page("");
  followFocus(moved);
  expect(document.activeElement).toBe(document.body);
});
