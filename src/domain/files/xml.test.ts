import { expect, it } from "vitest";
import { parseXml, XmlRefused } from "./xml.ts";

it("knows the five entities and characters by their numbers, and no other name", () => {
  expect(parseXml('<A b="&lt;&#x41;&#66;">&amp;&gt;&quot;&apos;</A>')).toMatchObject({ text: "&>\"'" });
  expect(parseXml('<A b="&lt;&#x41;&#66;"/>').attributes.get("b")).toBe("<AB");
  for (const name of ["lol", "toString", "valueOf", "__proto__", "#0", "#x110000"])
    expect(() => parseXml(`<A>&${name};</A>`), name).toThrow(XmlRefused);
});

it("knows no document types, and so no entities of its own or of files", () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c SYSTEM "file:///etc/passwd">]><a>&b;&c;</a>';
  for (const text of [bomb, `<?xml version="1.0"?>${bomb}`, "<a><!DOCTYPE b></a>"])
    expect(() => parseXml(text)).toThrow(XmlRefused);
});

it("holds no more elements and attributes than such documents have", () => {
  expect(() => parseXml("<a><b/><b><c/></b></a>", 3)).toThrow(XmlRefused);
  expect(parseXml("<a><b/><b><c/></b></a>", 4).children).toHaveLength(2);
  const attributes = (most: number) => Array.from({ length: most }, (_, k) => ` a${k}=""`).join("");
  expect(() => parseXml(`<a${attributes(1001)}/>`)).toThrow(XmlRefused);
  expect(parseXml(`<a${attributes(1000)}/>`).attributes.size).toBe(1000);
});
