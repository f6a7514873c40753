import { expect, it } from "vitest";
import { pageForms } from "../../../protocol/pages.ts";
import { taskOf, threadTasks } from "./index.ts";

it("has one task for each form, and one name for each work of a thread", () => {
  const tasks = (Object.keys(pageForms) as (keyof typeof pageForms)[]).map((kind) => taskOf({ kind } as never));
  expect(tasks.map(({ kind }) => kind)).toEqual(Object.keys(pageForms));
  const works = tasks.flatMap((task) => task.threadTasks);
  expect(threadTasks.size).toBe(works.length + 1); // and the code of the values, which is of no task
  for (const work of works) expect(threadTasks.get(work.name)).toBe(work);
});
