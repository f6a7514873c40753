import { expect, it } from "vitest";
import type { Queries } from "../platform/database/sql.ts";
import { JsonText } from "../platform/http/routes.ts";
import { listAnnotations } from "./list.ts";

const scope = { workspaceId: 1, userId: 2 };
const style = { annotation_type: "EEG Montage", modalities: [], color: "#FF0000", opacity: 0.2, tags: [] };
/** Rows of one question of the database. */
const rows = (from: number, count: number, groupId: number) =>
  Array.from({ length: count }, (_, k) => ({
    ...{ id: from + k, groupId, madeBy: 7, madeAt: 5, revision: 1, startMs: 1, endMs: 2, title: "S", description: "" },
    ...{ kind: "note", style, total: count, ahead: "10" },
  }));
/** Answers these, one after the other. */
const answering = (answers: readonly (readonly object[])[]): Queries => {
  const left = [...answers];
  return { execute: async () => ({ rows: left.shift() }) } as unknown as Queries;
};

it("makes a list that is not long as text too, piece by piece", async () => {
  const found = [{ recordingId: 3, patientKey: 4, groups: 3 }];
  const person = [{ user_id: 7, email: "a@b.example", full_name: "Ann" }];
  const pieces = [rows(1, 2000, 30), person, rows(2001, 5, 30), [], rows(3000, 1, 10)];
  const db = answering([found, [{ isTooLong: false }], ...pieces]);
  const { answer, long, recordings } = await listAnnotations(db, scope, { annotation_group_ids: [30, 20, 10] });
  expect([long, recordings]).toEqual([null, found]);
  expect(answer).toBeInstanceOf(JsonText);
  const lists = JSON.parse(answer.text) as Record<string, { id: number; user_full_name: string }[]>;
  expect(Object.values(lists).map(({ length }) => length)).toEqual([1, 0, 2005]);
  expect(lists[30].map(({ id }) => id)).toEqual(Array.from({ length: 2005 }, (_, k) => k + 1));
  expect(lists[10][0]).toMatchObject({ id: 3000, group_id: 10, user_full_name: "Ann", annotation_text: "S" });
});

it("makes nothing of no sessions", async () => {
  const { answer } = await listAnnotations(answering([[], [{ isTooLong: false }]]), scope, {
    annotation_group_ids: [],
  });
  expect(answer.text).toBe("{}");
});
