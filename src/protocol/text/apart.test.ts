import { expect, it } from "vitest";
import { annotationSessionText } from "./annotation-session-text.ts";
import { apart } from "./apart.ts";
import { displayBarText } from "./display-bar-text.ts";
import { gatewayText } from "./gateway-text.ts";
import { ingestText } from "./ingest-text.ts";
import { patientText } from "./patient-text.ts";
import { text } from "./text.ts";

it("keeps what is typed from turning the sentence it stands in, and changes nothing of other text", () => {
  expect(apart("Spike \u2013 Zürich \u{1f600} <b>")).toBe("Spike \u2013 Zürich \u{1f600} <b>");
  expect(apart("\u05d0\u05d1 12")).toBe("\u2068\u05d0\u05d1 12\u2069");
  // An isolate of its own could end ours before the title does.
  expect(apart("a\u2069\u202eb")).toBe("\u2068a\u202eb\u2069");
});

it("is done of titles that stand before other words", () => {
  expect(text.plot.markedOver("a\u202eb", ["C3"])).toBe("\u2068a\u202eb\u2069 · C3");
  const typed = "a\u202eb";
  const said = [
    patientText.page.title(typed, "Site"),
    ingestText.failed(typed, "Why."),
    displayBarText.deleteGroup.body(typed, 2),
    gatewayText.confirm.title(typed),
    text.product.title(typed),
  ];
  for (const sentence of said) expect(sentence).toContain("\u2068a\u202eb\u2069");
  expect(annotationSessionText.saving.refused("create", "a\u202eb")).toBe("“\u2068a\u202eb\u2069” was not saved.");
});
