import { expect, it } from "vitest";
import { refusePassword } from "./account-rules.ts";
import { isCommonPassword } from "./common-passwords.ts";

it.each([
  ...[
    "Password1!",
    "P@ssw0rd",
    "pa$$word123!",
    "PasswordPassword1!",
    "Welcome2026!",
    "Summer-2026",
    "Hospital1!",
    "Qwerty123!",
  ],
  ...[
    "1q2w3e4r!",
    "12345678!",
    "87654321!",
    "11111111!",
    "aaaaaaa1!",
    "abcdefg1!",
    "Admin!234",
    "L3tm31n!1",
    "Connect#1",
  ],
])("%s is common", (password) => expect(isCommonPassword(password)).toBe(true));

it.each([
  ...[
    "Correct-horse-1",
    "Test-password-1",
    "Long-enough-1!",
    "Other-lantern-73",
    "Another-1",
    "abc-4711-xyz",
    "73920184!",
  ],
  ...["Changed-123", "my summer in Oslo 7!", "\u00fcbung-macht-7!", "Wrong-password-1"],
])("%s is not", (password) => expect(isCommonPassword(password)).toBe(false));

it("is refused with a sentence, after what the specification says", () => {
  expect(refusePassword("Password1!")).toBe(
    "This password is one of those that are guessed first. Choose another one.",
  );
  expect(refusePassword("Password")).toBe("Password must contain at least one special character.");
});
