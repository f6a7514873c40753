import { proxy } from "valtio";
import { expect, it, vi } from "vitest";
import { readGrid } from "../../domain/layout.ts";
import type { Feed } from "../../feed/types.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { TraceRenderer } from "../../render/types.ts";
import type { AnnotationStore } from "./annotations/types.ts";
import type { MontageStore } from "./montages/montage-store.ts";
import type { WindowKind } from "./windows/kind.ts";
import { openWorkspace, whyNoMore } from "./workspace.ts";
import type { Area, Display, DisplayDocument } from "./workspace-types.ts";

const areas = (letters: string) => Object.fromEntries([...letters].map((area) => [area, {} as Area]));

const split: Display["tree"] = { type: "split", direction: "column", children: ["a", "b"], splitPercentages: [50, 50] };
const why = (change: Partial<Display>) => whyNoMore({ isFixed: false, tree: split, areas: areas("ab"), ...change });

it("says why a display takes no further window", () => {
  expect(why({})).toBeNull();
  expect(why({ areas: areas("abcd") })).toBe("No more than 4 windows fit.");
  expect(why({ isFixed: true })).toBe("Nothing is changed in view mode.");
  expect(why({ tree: null, areas: {} })).toBe("No display selected");
  const pinwheel = readGrid('"a a b" "c e b" "c d d"');
  if ("problem" in pinwheel) throw new Error(pinwheel.problem);
  expect(why({ tree: pinwheel, areas: areas("abc") })).toMatch(/^This layout takes no further window\./);
});

function workspaceOf(document: DisplayDocument) {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const annotations = { table: { inOrder: () => [] }, state: proxy({ revision: 0, isHidden: false }) };
  return openWorkspace({
    recording: { start_ms: 0, end_ms: 60_000, timezone: "UTC" } as RecordingDetail,
    annotations: annotations as unknown as AnnotationStore,
    feed: { follow: () => () => undefined } as unknown as Feed,
    montages: {} as MontageStore,
    ...{ wanted: null, search: null, document },
  });
}

it("what drew the windows of a display that went draws none of the next", () => {
  const document: DisplayDocument = {
    tree: split,
    areas: Object.fromEntries(["a", "b"].map((area) => [area, { componentId: "placeholder", version: 1, props: {} }])),
    spans: {},
  };
  const workspace = workspaceOf(document);
  const renderer = {} as TraceRenderer;
  workspace.setRenderer("b", renderer);
  workspace.show(document, { isSame: true });
  expect(workspace.renderer("b")).toBe(renderer);
  workspace.show(document);
  expect(workspace.renderer("b")).toBeNull();
  workspace[Symbol.dispose]();
  vi.unstubAllGlobals();
});

it("another kind in an area can be taken back, with the settings of the one that stood there, unless yet another one came", () => {
  // Of a newer version: it is not opened, and kept as it is.
  const kept = { componentId: "of a newer version", version: 7, props: { x: 1 } };
  const workspace = workspaceOf({ tree: "a", areas: { a: kept }, spans: {} });
  const edited = vi.fn();
  workspace.onEdit(edited);
  const empty = { id: "placeholder", props: { version: 1 } } as unknown as WindowKind;
  const undo = workspace.choose("a", empty);
  expect(workspace.snapshot().areas.a).toEqual({ componentId: "placeholder", version: 1, props: {} });
  expect(undo()).toBe(true);
  expect(workspace.snapshot().areas.a).toEqual(kept);
  expect([edited.mock.calls.length, undo()]).toEqual([2, false]);
  const late = workspace.choose("a", empty);
  workspace.choose("a", empty);
  expect(late()).toBe(false);
  workspace[Symbol.dispose]();
  vi.unstubAllGlobals();
});
