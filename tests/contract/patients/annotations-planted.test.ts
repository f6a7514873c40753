/** The session that comes with the demo: made once, by nobody, and like any other for who reads and reviews it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import * as logCalls from "../../../src/protocol/annotation-log.ts";
import * as calls from "../../../src/protocol/annotations.ts";
import { plantSession } from "../../../src/server/annotations/index.ts";
import {
  type AnnotationsWorld,
  addRecording,
  content,
  makeAnnotationsWorld,
  type Person,
} from "./annotations-world.ts";

let world: AnnotationsWorld;
let ann: Person;
beforeAll(async () => {
  world = await makeAnnotationsWorld();
  ann = await world.someone();
}, 120_000);
afterAll(() => world?.close());

const events = [4000, 2000, 6000].map((start_time, k) =>
  content({ start_time, end_time: start_time + 500, annotation_text: `IIC event ${k + 1}`, tags: ["iic"] }),
);
const plant = (recordingId: number, annotations = events) =>
  plantSession(world.drizzle, { recordingId, name: "IIC events to review", annotations });

it("is made once, behind the session that readers write to, also when two starts meet", async () => {
  const recording = await addRecording(world, world.places);
  const made = await Promise.all([plant(recording), plant(recording)]);
  expect(made.sort()).toEqual([false, true]);
  expect(await plant(recording)).toBe(false);
  const groups = await ann.open(recording);
  expect(groups.map(({ group_name, nannotations, user_id }) => [group_name, nannotations, user_id])).toEqual([
    ["Default Session", 0, null],
    ["IIC events to review", 3, null],
  ]);
  const lists = await ann.ask(calls.getAnnotations, { annotation_group_ids: [groups[1].id] });
  expect(
    lists[groups[1].id].map(({ annotation_text, tags, user_full_name }) => [annotation_text, tags, user_full_name]),
  ).toEqual([1, 2, 3].map((k) => [`IIC event ${k}`, ["iic"], "Unknown"]));
  const { entries } = await ann.ask(logCalls.getAnnotationChanges, { data_object_id: recording, after: 0 });
  expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
});

it("stays away from a recording whose sessions have begun, and leaves nothing behind when an event is not one", async () => {
  const begun = await addRecording(world, world.places);
  await ann.open(begun);
  expect(await plant(begun)).toBe(false);
  const bad = await addRecording(world, world.places);
  await expect(plant(bad, [content({ start_time: 100, end_time: 200 })])).rejects.toThrow();
  expect((await ann.open(bad)).map(({ group_name }) => group_name)).toEqual(["Default Session"]);
});
