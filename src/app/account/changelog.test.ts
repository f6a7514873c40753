import { expect, it } from "vitest";
import { changelogBlocks, codeParts } from "./changelog.ts";

it("reads headings, lists with wrapped items, and paragraphs", () => {
  const markdown =
    "# Changelog\n\n## 0.2.0\n\nAccounts.\nMore.\n\n- Sign in\n  with a password.\n* Roles <script>x</script>\n\n##### Deep";
  expect(changelogBlocks(markdown)).toEqual([
    { kind: "heading", level: 1, text: "Changelog" },
    { kind: "heading", level: 2, text: "0.2.0" },
    { kind: "paragraph", text: "Accounts. More." },
    { kind: "list", items: ["Sign in with a password.", "Roles <script>x</script>"] },
    { kind: "heading", level: 3, text: "Deep" },
  ]);
  expect(changelogBlocks("")).toEqual([]);
});

it("finds code between backquotes", () => {
  expect(codeParts("Run `npm start` now")).toEqual(["Run ", "npm start", " now"]);
});
