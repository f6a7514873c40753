import { expect, it } from "vitest";
import { openedBefore, openedOnceMore } from "./opened-before.ts";

const never = { pages: 0, reviews: 0, keepsNothing: false };

it("counts the pages of a build, and the reviews among them, until a browser has kept their scripts", () => {
  let opened = never;
  const open = (isReview: boolean) => {
    const cookie = openedOnceMore("b1", opened, isReview, false);
    if (cookie !== null) opened = openedBefore(`other=1; ${cookie.split(";")[0]}; more=2`, "b1");
    return cookie;
  };
  expect(open(false)).toBe("connect_scripts=b1.1.0; Path=/; Max-Age=2592000; SameSite=Strict; HttpOnly");
  expect(open(true)).toMatch(/^connect_scripts=b1\.2\.1;/);
  expect(open(true)).toMatch(/^connect_scripts=b1\.2\.2;/);
  expect(open(true)).toBeNull();
  expect(opened).toEqual({ pages: 2, reviews: 2, keepsNothing: false });
});

it("begins anew with another build, and where the cookie is none of ours", () => {
  for (const cookies of [
    undefined,
    "",
    "connect_scripts=b1.2.2",
    "connect_scripts=b2.x.2",
    "not_connect_scripts=b2.2.2",
  ])
    expect(openedBefore(cookies, "b2")).toEqual(never);
});

it("knows of a browser that it keeps nothing, where its page says so", () => {
  expect(openedBefore("connect_scripts=b1.2.2; connect_streams=1", "b1")).toEqual({
    pages: 2,
    reviews: 2,
    keepsNothing: true,
  });
  expect(openedBefore("connect_streams=1", "b1")).toEqual({ ...never, keepsNothing: true });
  expect(openedBefore("not_connect_streams=1; connect_streams=10", "b1")).toEqual(never);
});

it("keeps the cookie to encrypted links where the page came over one", () => {
  expect(openedOnceMore("b1", never, true, true)).toMatch(/; Secure$/);
});
