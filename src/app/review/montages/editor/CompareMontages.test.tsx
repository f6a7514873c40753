// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { type Drawn, draw } from "../../../../ui/test-render.tsx";
import { CompareMontages } from "./CompareMontages.tsx";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

it("sets two versions of a montage beside each other, and marks where they differ", async () => {
  const mine = { name: "Ours", channels: [{ first: "C3", second: "P3" }] };
  const channels = [
    { first: "C3", second: "P3", alias: "left" },
    { first: "O1", second: "O2" },
  ];
  drawn = await draw(<CompareMontages mine={mine} theirs={{ name: "Tidied", channels }} />);
  const said = (label: string) =>
    [...document.querySelectorAll(`section[aria-label=${label}] :is(p, li)`)].map(({ textContent }) => textContent);
  expect(said("Yours")).toEqual(["Ours (differs)", "C3 \u2013 P3 (differs)"]);
  expect(said("Theirs")).toEqual(["Tidied (differs)", "left (C3 \u2013 P3) (differs)", "O1 \u2013 O2 (differs)"]);
});
