import Type from "typebox";
import { expect, it } from "vitest";
import { readQuery } from "./query-string.ts";

const body = Type.Object({
  id: Type.Integer(),
  share: Type.Union([Type.Number(), Type.Null()]),
  name: Type.String(),
  isOn: Type.Boolean(),
  ids: Type.Array(Type.Integer()),
});

it("converts texts to the types of the members", () => {
  expect(readQuery(body, { id: "12", share: "0.5", name: "7", isOn: "true", ids: ["1", "2"] })).toEqual({
    id: 12,
    share: 0.5,
    name: "7",
    isOn: true,
    ids: [1, 2],
  });
  expect(readQuery(body, { share: "null", isOn: "false", ids: "3" })).toEqual({ share: null, isOn: false, ids: [3] });
});

it("leaves what does not convert for the validation to refuse", () => {
  const odd = { id: "1e3", share: "", isOn: "yes", ids: "x" };
  expect(readQuery(body, odd)).toEqual({ ...odd, ids: ["x"] });
  expect(readQuery(body, { id: ["1", "2"] })).toEqual({ id: ["1", "2"] });
});

it("lets members through that the body does not have", () => {
  expect(readQuery(body, { parent_study_id: "1", toString: "x" })).toEqual({ parent_study_id: "1", toString: "x" });
});
