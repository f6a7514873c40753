import { hash } from "@node-rs/argon2";
import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

it("keeps argon2id with 19 MiB, two passes and one lane, salted", async () => {
  const [one, two] = await Promise.all([hashPassword("abcdef!1"), hashPassword("abcdef!1")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
});

it("knows the password, and no other", async () => {
  const phc = await hashPassword("abcdef!1");
  expect(await verifyPassword(phc, "abcdef!1")).toEqual({ matches: true, isOutdated: false });
  expect(await verifyPassword(phc, "abcdef!2")).toEqual({ matches: false, isOutdated: false });
});

it("takes the same letters from another keyboard", async () => {
  const phc = await hashPassword("caf\u00e9cafe!1");
  expect((await verifyPassword(phc, "cafe\u0301cafe!1")).matches).toBe(true);
});

it("lets nobody in where there is no password, whatever is typed", async () => {
  for (const password of ["", "abcdef!1", "\0".repeat(32)])
    expect(await verifyPassword(null, password)).toEqual({ matches: false, isOutdated: false });
});

it("says when a hash is of another cost", async () => {
  const phc = await hash("abcdef!1", { memoryCost: 8192, timeCost: 1 });
  expect(await verifyPassword(phc, "abcdef!1")).toEqual({ matches: true, isOutdated: true });
  expect(await verifyPassword(phc, "abcdef!2")).toEqual({ matches: false, isOutdated: false });
});

it("queues a rush, refuses what cannot be done in a few seconds, and recovers", async () => {
  const phc = await hashPassword("abcdef!1");
  const rush = await Promise.allSettled(Array.from({ length: 600 }, () => verifyPassword(phc, "abcdef!1")));
  const refused = rush.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(100);
  expect(refused.every((one) => one.status === "rejected" && one.reason.statusCode === 503)).toBe(true);
  expect((await verifyPassword(phc, "abcdef!1")).matches).toBe(true);
});
