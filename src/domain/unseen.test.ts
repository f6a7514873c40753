import { expect, it } from "vitest";
import { withoutUnseen, withUnseenShown } from "./unseen.ts";

it("names what is not seen of a name, and leaves all else as it is", () => {
  const cases = [
    ["abc\u202efdp.edf", "abc[U+202E]fdp.edf"],
    ["a\u200bb\u2067c\u2069.edf", "a[U+200B]b[U+2067]c[U+2069].edf"],
    ["a\nb\u200e\u{e0041}\ud800", "a[U+000A]b[U+200E][U+E0041][U+D800]"],
  ];
  for (const [name, shown] of cases) {
    expect(withUnseenShown(name)).toBe(shown);
    expect(withoutUnseen(shown)).toBe(shown);
  }
  for (const name of [
    "night 1.edf",
    "\u05d0\u05d1\u05d2 12.edf",
    "\u{1f468}\u200d\u{1f469} Zu\u0308rich <b>-x.edf",
    "\u0646\u0645\u06cc\u200c\u062e",
  ])
    expect(withUnseenShown(name)).toBe(name);
});
