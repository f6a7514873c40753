import { expect, it } from "vitest";
import { takeEmails } from "./emails.ts";

it("takes addresses between commas, semicolons, spaces and lines, each once", () => {
  expect(takeEmails(["a@x.org"], "b@x.org, C@x.org;A@X.org\n d@x.org ")).toEqual({
    emails: ["a@x.org", "b@x.org", "C@x.org", "d@x.org"],
    rest: "",
    problem: undefined,
  });
});

it("leaves what is no address in the field and says so (spec 000 section 5, invite user)", () => {
  expect(takeEmails([], "a@x.org, nobody, @y.org")).toEqual({
    emails: ["a@x.org"],
    rest: "nobody, @y.org",
    problem: "Invalid email format",
  });
  expect(takeEmails(["a@x.org"], "  ")).toEqual({ emails: ["a@x.org"], rest: "", problem: "Email is required" });
});
