import { expect, it } from "vitest";
import { panicWatch } from "./panic-watch.ts";

const message = (type: string, body: string) => {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type);
  bytes.writeUInt32BE(4 + body.length, 1);
  bytes.write(body, 5, "latin1");
  return bytes;
};
const panic = message("E", "SPANIC\0VPANIC\0C53100\0MNo space left on device\0\0");
const others = [
  message("E", "SERROR\0VERROR\0C53100\0MNo space left on device\0\0"),
  message("D", "\0\x01\0\0\0\x10ESPANIC\0VPANIC\0\0"), // a row that holds the same bytes
  message("n", ""),
  message("Z", "I"),
];

it("sees a PANIC however the answer is cut into pieces, and none in an error or in the values of a row", () => {
  const reasons = [others, [...others, panic]].flatMap((messages) =>
    [1, 3, 7, 1000].map((size) => {
      const watch = panicWatch();
      const all = Buffer.concat(messages);
      for (let at = 0; at < all.length; at += size) watch.see(all.subarray(at, at + size));
      return watch.reason;
    }),
  );
  expect(reasons).toEqual([...Array(4).fill(null), ...Array(4).fill("No space left on device")]);
});
