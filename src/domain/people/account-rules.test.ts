import { describe, expect, it } from "vitest";
import {
  changeEmailRules,
  changePasswordRules,
  deleteAccountRules,
  emailKey,
  forgotRules,
  isDomain,
  isEmail,
  loginRules,
  newPasswordRules,
  refusePassword,
} from "./account-rules.ts";
import { firstFailure } from "./rules.ts";

/** What failing rule by rule says: each form fails its own rule and, where it can, all later ones. */
describe("login (spec 000 section 5)", () => {
  it.each([
    [{ email: "", password: "" }, "Enter an email."],
    [{ email: "ada", password: "x" }, "Enter an email."],
    [{ email: "ada@", password: "" }, "Enter a password."],
    [{ email: "ada@", password: "x" }, undefined],
  ])("%j", (form, message) => expect(firstFailure(loginRules, form)).toBe(message));
});

describe("forgot password (spec 000 section 5)", () => {
  it.each([
    ["", "Enter a valid email."],
    ["ada", "Enter a valid email."],
    ["@", undefined],
  ])("%j", (email, message) => expect(firstFailure(forgotRules, { email })).toBe(message));
});

describe("create account, and change password from a link (spec 000 section 5)", () => {
  it.each([
    ["a#", "b", "Passwords do not match."],
    ["a#", "a#", "Passwords may not contain a hashtag."],
    ["abc", "abc", "Password must contain at least one special character."],
    ["abc!", "abc!", "Password must contain at least one number."],
    ["abc!1", "abc!1", "Password must be at least 8 characters long"],
    ["abcde!1", "abcde!1", "Password must be at least 8 characters long"],
    ["lantern!5", "lantern!5", undefined],
  ])("%s / %s", (password, confirmation, message) =>
    expect(firstFailure(newPasswordRules, { password, confirmation })).toBe(message));

  it("are what the server demands of one password", () => {
    expect(refusePassword("lantern51")).toBe("Password must contain at least one special character.");
    expect(refusePassword("lantern!5")).toBeUndefined();
  });

  it.each([..."!@$%^&*()_+-=[]{};':\"\\|,.<>/?~`"])("count %s as special (spec 000 section 9)", (character) =>
    expect(refusePassword(`lantern51${character}`)).toBeUndefined());

  it.each([..." aZ0\u00e9"])("do not count %j as special", (character) =>
    expect(refusePassword(`lantern51${character}`)).toBe("Password must contain at least one special character."));
});

describe("change password (spec 000 section 5)", () => {
  it.each([
    ["", "", "", "You must enter your current password."],
    ["x", "", "", "You must enter a new password."],
    ["x", "x", "", "You must confirm your new password."],
    ["x", "x", "y", "Passwords do not match."],
    ["x", "x", "x", "New password must be different than current password."],
    ["x", "a", "a", "Password must contain at least one special character."],
    ["x", "a!#", "a!#", "Passwords may not contain a hashtag."],
    ["x", "a!", "a!", "Password must contain at least one number."],
    ["x", "a!1", "a!1", "Password must be at least 8 characters long"],
    ["x", "lantern!5", "lantern!5", undefined],
  ])("%s / %s / %s", (current, password, confirmation, message) =>
    expect(firstFailure(changePasswordRules, { current, password, confirmation })).toBe(message));
});

describe("change e-mail (spec 000 section 5)", () => {
  const currentEmail = "Ada@site.org";
  it.each([
    ["", "", "", "You must enter your email."],
    ["x", "", "", "You must confirm your email."],
    ["x", "y", "", "You must enter your password."],
    ["x", "y", "p", "Emails do not match."],
    ["x", "x", "p", "You must enter a valid email."],
    ["ada@SITE.org", "ada@SITE.org", "p", "New email must be different than current email."],
    ["grace@site.org", "grace@site.org", "p", undefined],
  ])("%s / %s / %s", (newEmail, confirmation, password, message) =>
    expect(firstFailure(changeEmailRules, { newEmail, confirmation, password, currentEmail })).toBe(message));
});

describe("delete account (spec 000 section 5)", () => {
  it.each([
    ["", "", "You must enter your password."],
    ["x", "", "You must confirm your password."],
    ["x", "y", "Passwords do not match."],
    ["x", "x", undefined],
  ])("%s / %s", (password, confirmation, message) =>
    expect(firstFailure(deleteAccountRules, { password, confirmation })).toBe(message));
});

describe("addresses", () => {
  it.each(["ada@site.org", "a.b+c@x-y.site.org", "o'neil@site.org", "\u00e9@site.org"])("%s is one", (value) =>
    expect(isEmail(value)).toBe(true));

  it.each([
    "ada",
    "ada@site",
    "@site.org",
    "ada@site.",
    "ada@.org",
    "a da@site.org",
    "ada@site.org, grace@site.org",
    "Ada <ada@site.org>",
    "ada@b@site.org",
    "ada@site.org\nbcc: x@y.zz",
    `${"a".repeat(250)}@site.org`,
  ])("%j is none", (value) => expect(isEmail(value)).toBe(false));

  it("are compared without case and space around them", () => expect(emailKey(" Ada@Site.ORG ")).toBe("ada@site.org"));

  it.each(["site.org", "a.b-c.org", "x1.museum"])("%s is a domain", (value) => expect(isDomain(value)).toBe(true));

  it.each([
    "site",
    "-a.org",
    "a-.org",
    ".org",
    "a..org",
    "site.o1-",
    "a b.org",
    "@site.org",
    "1.2.3.4",
  ])("%s is no domain", (value) => expect(isDomain(value)).toBe(false));
});
