import { expect, it } from "vitest";
import { compareNames } from "./name-order.ts";

it("orders names by the numbers in them, and small and capital letters together", () => {
  expect(["Display 10", "Display 2", "display 1", "Zebra", "Ärger", "Display"].toSorted(compareNames)).toEqual([
    "Ärger",
    "Display",
    "display 1",
    "Display 2",
    "Display 10",
    "Zebra",
  ]);
});
