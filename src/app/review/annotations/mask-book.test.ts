import { expect, it } from "vitest";
import { createMaskBook } from "./mask-book.ts";

type Answer = { mask_revision: number; masks: null | { everywhere: [number, number][]; channels: [] } };

function world() {
  const asked: (number | null)[] = [];
  const waiting = new Set<() => void>();
  const server = { revision: 3, isDown: false, why: "away", hear: () => {} };
  const book = createMaskBook({
    async ask(_, known): Promise<Answer> {
      asked.push(known);
      if (server.isDown) throw new Error(server.why);
      const { revision } = server;
      return {
        mask_revision: revision,
        masks: known === revision ? null : { everywhere: [[0, revision]], channels: [] },
      };
    },
    isRefusal: (error) => String(error).includes("refused"),
    follow(_, hear) {
      server.hear = hear;
      return () => undefined;
    },
    later(work) {
      waiting.add(work);
      return () => waiting.delete(work);
    },
  });
  /** Answers come, and the time that was waited for passes. */
  const pass = async () => {
    for (let k = 0; k < 5; k++) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const work of [...waiting]) {
        waiting.delete(work);
        work();
      }
    }
  };
  return { book, server, asked, pass };
}

it("asks once, and again when the log has moved, for what has changed alone", async () => {
  const { book, server, asked, pass } = world();
  expect(book.of(7).phase).toBe("loading");
  await pass();
  expect(book.of(7)).toMatchObject({ phase: "known", revision: 3 });
  const { masks } = book.of(7);
  server.hear();
  await pass();
  expect(book.of(7).masks).toBe(masks);
  const { version } = book.state;
  server.revision = 4;
  server.hear();
  server.hear();
  await pass();
  expect(book.of(7).masks.everywhere).toEqual([[0, 4]]);
  expect(book.state.version).toBe(version + 1);
  expect(asked.slice(0, 3)).toEqual([null, 3, 3]);
});

it("says that masks are not known when they cannot be had, and asks again", async () => {
  const { book, server, pass } = world();
  server.isDown = true;
  book.of(7);
  await new Promise((resolve) => setImmediate(resolve));
  expect(book.of(7).phase).toBe("unknown");
  server.isDown = false;
  await pass();
  expect(book.of(7).phase).toBe("known");
});

it("stays with what was known while the server is away, and not when it refuses", async () => {
  const { book, server, pass } = world();
  book.of(7);
  await pass();
  server.isDown = true;
  server.hear();
  await pass();
  expect(book.of(7)).toMatchObject({ phase: "known", revision: 3 });
  server.why = "refused";
  await pass();
  expect(book.of(7).phase).toBe("unknown");
});

it("is settled while no first answer is waited for, whatever the answer", async () => {
  const { book, server, pass } = world();
  expect(book.isSettled()).toBe(true);
  book.of(7);
  expect(book.isSettled()).toBe(false);
  await pass();
  expect(book.isSettled()).toBe(true);
  server.isDown = true;
  book.of(8);
  expect(book.isSettled()).toBe(false);
  await pass();
  expect(book.isSettled()).toBe(true);
});
