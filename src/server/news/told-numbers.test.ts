import { expect, it } from "vitest";
import { ToldNumbers } from "./told-numbers.ts";

it("tells of what a viewer may know, and nothing where nothing of it moved", async () => {
  const sent: unknown[] = [];
  let known: ReadonlyMap<number, number> | Error = new Map([[5, 3]]);
  const told = new ToldNumbers({
    async numbers() {
      if (known instanceof Error) throw known;
      return known;
    },
    send: (...moved) => sent.push(moved),
    sendUnknown: () => sent.push("anything"),
  });
  told.begin(known as ReadonlyMap<number, number>);
  await told.moved(5); // somebody else, out of their sight
  expect(sent).toEqual([]);
  known = new Map([[5, 8]]);
  told.begin(known); // asked anew: what is still to be told stays so
  await told.moved(5);
  await told.moved(5);
  expect(sent).toEqual([[5, 8]]);
  known = new Map();
  await told.moved(5); // not theirs any more
  known = new Error("away");
  await told.moved(5);
  expect(sent).toEqual([[5, 8], "anything"]);
});
