import { expect, it } from "vitest";
import type { ItemStatus } from "../state.ts";
import { headerText, labelOf } from "./header-text.ts";

const head = (statuses: ItemStatus[], interrupted = 0) =>
  headerText(
    statuses.map((status) => ({ status })),
    interrupted,
  );

it.each<[ItemStatus[], number, string]>([
  [["Uploading"], 0, "1 upload in progress..."],
  [["Hashing", "InQueue"], 0, "2 uploads in progress..."],
  [["Done", "Failed", "InQueue"], 0, "1 upload in progress..."],
  [["Done", "Failed"], 0, "1 upload complete, 1 upload failed"],
  [["Done", "Done"], 0, "2 uploads complete"],
  [["Canceled"], 0, "1 upload canceled"],
  [["Canceled", "Failed", "Failed", "Done"], 0, "1 upload complete, 2 uploads failed, 1 upload canceled"],
  [[], 2, "2 uploads interrupted"],
  [["Done"], 1, "1 upload complete, 1 upload interrupted"],
  [[], 0, ""],
])("counts %j and %i interrupted (spec 000 section 2)", (statuses, interrupted, text) => {
  expect(head(statuses, interrupted)).toBe(text);
});

it.each([
  ["1042", "Northgate", "1042 at Northgate"],
  ["1042", "Northgate Me", "1042 at Northgate Me"],
  ["1042", "Northgate Medical Center", "1042 at Northgate Me..."],
  ["1042", "Saint Ann Hospital", "1042 at Saint Ann Ho..."],
  ["1042", "Saint Anne Brigid", "1042 at Saint Anne B..."],
  ["12", "𝔘𝔫𝔦𝔳𝔢𝔯𝔰𝔦𝔱𝔶 𝔐𝔢𝔡𝔦𝔠𝔞𝔩", "12 at 𝔘𝔫𝔦𝔳𝔢𝔯𝔰𝔦𝔱𝔶 𝔐𝔢𝔡..."],
])("cuts %s at %s to 20 characters", (patientIdentifier, siteName, label) => {
  expect(labelOf({ patientIdentifier, siteName })).toBe(label);
});
