import { describe, expect, it } from "vitest";
import { Refused } from "../platform/http/routes.ts";
import { demandAsSeen } from "./seen.ts";

const now = { id: 3, name: "Northgate", user_ids: [1, 2] };
const check = (over: Partial<Parameters<typeof demandAsSeen>[0]>) => () =>
  demandAsSeen({
    now,
    seen: { name: "Northgate", user_ids: [2, 1] },
    wanted: { name: "X" },
    sentence: "changed",
    ...over,
  });

describe("a form that is saved", () => {
  it("passes when the record is as it was seen, and when nothing is said of it", () => {
    expect(check({})).not.toThrow();
    expect(check({ seen: undefined, now: undefined })).not.toThrow();
    expect(check({ seen: { name: "Northgate", user_ids: [1, 1, 2] } })).not.toThrow();
  });

  it("is refused when somebody else has changed a value or a list, or the record is gone", () => {
    for (const seen of [
      { name: "Southgate", user_ids: [1, 2] },
      { name: "Northgate", user_ids: [1] },
      { name: "Northgate", user_ids: [1, 2, 3] },
      { name: "Northgate", user_ids: [1, 3] },
    ])
      expect(check({ seen })).toThrow(new Refused(409, "changed"));
    expect(check({ now: undefined })).toThrow(new Refused(409, "changed"));
  });

  it("passes when what it saves is there already", () => {
    const seen = { name: "Old", user_ids: [1] };
    expect(check({ seen, wanted: { name: "Northgate", user_ids: [2, 1] } })).not.toThrow();
    expect(check({ seen, wanted: { name: "Northgate", user_ids: [2] } })).toThrow("changed");
  });
});
