import { expect, it } from "vitest";
import type { AnnotationContent } from "../../protocol/annotations.ts";
import { changedFields, historyFields } from "./annotation-history.ts";

const content: AnnotationContent = {
  start_time: 1,
  end_time: 2,
  annotation_text: "Spike",
  annotation_type: "EEG Montage",
  annotation_description: "",
  modalities: [],
  color: "#FF0000",
  opacity: 0.2,
  tags: [],
  kind: "note",
};
const stand = (over: Partial<AnnotationContent> = {}, groupId = 1) => ({ groupId, content: { ...content, ...over } });

it("names the parts that differ, each of them, in one order", () => {
  expect(changedFields(stand(), stand({ color: "#ff0000" }))).toEqual([]);
  const other = stand(
    {
      ...{ end_time: 3, annotation_text: "Wave", annotation_type: "Time Series", annotation_description: "x" },
      ...{ modalities: ["Fp1"], color: "#00FF00", opacity: 1, tags: ["a"], kind: "artifact" },
    },
    2,
  );
  expect(changedFields(stand(), other)).toEqual(historyFields);
  expect(changedFields(stand({ tags: ["a", "b"] }), stand({ tags: ["b", "a"] }))).toEqual(["tags"]);
});
