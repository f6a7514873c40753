/** Rules of the administration's forms, in the order of spec 000 section 5. */
import { describe, expect, it } from "vitest";
import { adminText } from "../../protocol/text/admin-text.ts";
import {
  createProjectRules,
  createSiteRules,
  domainRules,
  inviteEmailRules,
  inviteRules,
  isPlain,
  isPlainLines,
  modifyProjectRules,
  modifySiteRules,
  modifyUserRules,
  roleRules,
  tidy,
} from "./admin-rules.ts";
import { firstFailure, type Rule } from "./rules.ts";

const { rules } = adminText;

/** Mends a form one member at a time; each step must show the next message, the last one none. */
function inOrder<Form extends object>(
  list: readonly Rule<Form>[],
  worst: NoInfer<Form>,
  steps: readonly [message: string, mend: Partial<NoInfer<Form>>][],
): void {
  let form: Form = worst;
  for (const [message, mend] of steps) {
    expect(firstFailure(list, form)).toBe(message);
    form = { ...form, ...mend };
  }
  expect(firstFailure(list, form)).toBeUndefined();
}

describe("texts", () => {
  it("are stored without white space around them and composed", () => {
    expect(tidy("  Zoe\u0308 \n")).toBe("Zoë");
    expect(tidy("\u200b\ufeff North\u00ad\u202e ICU\u2066")).toBe("North ICU");
    expect(tidy("\u200b")).toBe("");
    expect(tidy("می\u200cخواهم")).toBe("می\u200cخواهم");
  });

  it.each(['Ö 日本 🧠 o\'Neil "x" %_\\', ""])("may be %j", (text) => expect(isPlain(text)).toBe(true));

  it.each(["a\u0000", "a\tb", "a\nb", "a\u007f", "a\u0085", "a\u2028b", "a\ud800"])("may not be %j", (text) =>
    expect(isPlain(text)).toBe(false));

  it("of several lines may have ends of lines and tabs", () => {
    expect(isPlainLines("a\r\nb\n\tc")).toBe(true);
    expect(isPlainLines("a\rb")).toBe(false);
    expect(isPlainLines("a\u001b[0m")).toBe(false);
  });
});

describe("forms show the first failing rule", () => {
  it("one line of the invite form", () => {
    expect(firstFailure(inviteEmailRules, "  ")).toBe(rules.emailRequired);
    expect(firstFailure(inviteEmailRules, "a@b")).toBe(rules.emailInvalid);
    expect(firstFailure(inviteEmailRules, " a@b.test ")).toBeUndefined();
  });

  it("invite", () =>
    inOrder(inviteRules, { emails: [], site_ids: [], role_ids: [], project_ids: [] }, [
      [rules.emailsRequired, { emails: ["x", " "] }],
      [rules.emailRequired, { emails: ["a@b.test", "x"] }],
      [rules.emailInvalid, { emails: ["a@b.test", "a\u0000@b.test"] }],
      [rules.emailInvalid, { emails: [" a@b.test "] }],
      [rules.inviteChoices, { site_ids: [1], role_ids: [1] }],
      [rules.inviteChoices, { project_ids: [1] }],
    ]));

  it("modify user", () =>
    inOrder(modifyUserRules, { site_ids: [], role_ids: [], project_ids: [] }, [
      [rules.modifyChoices, { site_ids: [1] }],
      [rules.modifyChoices, { role_ids: [1] }],
      [rules.modifyChoices, { project_ids: [1] }],
    ]));

  it("domain", () => {
    expect(firstFailure(domainRules, " ")).toBe(rules.domainRequired);
    expect(firstFailure(domainRules, "clinic")).toBe(rules.domainInvalid);
    expect(firstFailure(domainRules, " clinic.example ")).toBeUndefined();
  });

  it("role", () =>
    inOrder(roleRules, { name: "", description: "", permission_ids: [] }, [
      [rules.name, { name: "a\nb" }],
      [rules.description, { description: "a\u0000" }],
      [rules.permission, { permission_ids: [1] }],
      [rules.plain, { name: "a" }],
      [rules.plain, { description: "a\nb" }],
    ]));

  it("create project", () =>
    inOrder(createProjectRules, { name: "", identifier: " ", user_ids: [] }, [
      [rules.name, { name: "a\tb" }],
      [rules.projectId, { identifier: "a" }],
      [rules.user, { user_ids: [1] }],
      [rules.plain, { name: "a" }],
    ]));

  it("modify project", () =>
    inOrder(modifyProjectRules, { name: "", type: "\u0000", user_ids: [] }, [
      [rules.name, { name: "a" }],
      [rules.user, { user_ids: [1] }],
      [rules.plain, { type: "" }],
    ]));

  it("modify project whose users are not seen", () =>
    expect(firstFailure(modifyProjectRules, { name: "a", user_ids: [], hadUsers: false })).toBeUndefined());

  it("create site", () =>
    inOrder(createSiteRules, { name: "", location: "", identifier: "", description: "\u0000", user_ids: [] }, [
      [rules.name, { name: "a" }],
      [rules.location, { location: "b" }],
      [rules.siteId, { identifier: "ABC" }],
      [rules.siteIdLength, { identifier: " ABC" }],
      [rules.siteIdLength, { identifier: "ABCDE" }],
      [rules.siteIdLength, { identifier: "日🧠Ö\t" }],
      [rules.siteIdLength, { identifier: "A\u0000BC" }],
      [rules.user, { user_ids: [1] }],
      [rules.plain, { description: "c\nd" }],
      [rules.plain, { identifier: "ABCD" }],
    ]));

  it("modify site, which needs no user", () =>
    inOrder(modifySiteRules, { name: "", location: "" }, [
      [rules.name, { name: "a" }],
      [rules.location, { location: "b" }],
    ]));
});
