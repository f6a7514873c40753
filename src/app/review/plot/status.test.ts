import { expect, it } from "vitest";
import type { FeedStatus } from "../../../feed/types.ts";
import { createFeedReadout, statusReadout } from "./status.ts";

const status = (over: Partial<FeedStatus> = {}): FeedStatus => ({
  connection: "connected",
  pending: 0,
  buildingFraction: null,
  failed: [],
  graceUntil: null,
  serverAheadMs: null,
  heardAt: null,
  ...over,
});

it("says how true the picture is", () => {
  expect(statusReadout(status(), true)).toMatchObject({ kind: "exact", label: "Exact" });
  expect(statusReadout(status({ pending: 2 }), false)).toMatchObject({ kind: "loading" });
  expect(statusReadout(status({ buildingFraction: 0.426 }), false)).toMatchObject({
    kind: "building",
    label: "Building 42 %",
  });
  expect(statusReadout(status({ connection: "connecting" }), false).kind).toBe("connecting");
});

it("does not say that something is loading when nothing is on its way", () => {
  const failed = [{ startSample: 0, endSample: 10, message: "no" }];
  expect(statusReadout(status({ failed }), false)).toMatchObject({ kind: "failed", label: "Not all is shown" });
  expect(statusReadout(status({ failed }), false, false, null, "no file").label).toBe("no file");
  expect(statusReadout(status({ failed, pending: 1 }), false, false, null, "no file").label).toBe("Loading");
  expect(statusReadout(status({ failed }), true).kind).toBe("exact");
});

it("says how far it is behind a view that plays, and of what it is then", () => {
  const behind = { ms: 120, of: "6:00 to 6:10" };
  expect(statusReadout(status({ pending: 1 }), false, false, behind)).toMatchObject({
    ...{ kind: "behind", label: "0.4 s behind", of: "6:00 to 6:10" },
  });
  expect(statusReadout(status(), false, false, { ms: 480, of: null }).label).toBe("0.5 s behind");
  expect(statusReadout(status(), true, false, behind)).toMatchObject({ kind: "exact", of: null });
  expect(statusReadout(status({ connection: "disconnected" }), false, false, behind).kind).toBe("disconnected");
});

it("never calls a picture exact without saying that the server is away", () => {
  expect(statusReadout(status({ connection: "disconnected" }), true)).toMatchObject({
    kind: "disconnected",
    label: "Not connected – reconnecting",
  });
  expect(statusReadout(status({ connection: "unavailable" }), true)).toMatchObject({
    kind: "unavailable",
    label: "Not connected – the database is away",
  });
  expect(statusReadout(status({ connection: "crowded" }), false).kind).toBe("crowded");
  expect(statusReadout(status({ connection: "outdated" }), true).label).toBe("Not connected – reload the page");
  expect(statusReadout(status({ connection: "unauthorised" }), true)).toMatchObject({
    kind: "unauthorised",
    label: "Not connected – access refused",
  });
});

it("says of a window without room that nothing is drawn, and neither that it loads nor that it is exact", () => {
  let told = 0;
  let isComplete = false;
  const now = { status: status({ connection: "connecting" }), isComplete: () => isComplete, provisional: () => [] };
  const readout = createFeedReadout(now);
  readout.subscribe(() => told++);
  readout.sized(false);
  expect([readout.read().kind, told]).toEqual(["connecting", 0]);
  readout.sized(true);
  isComplete = true;
  expect(readout.read()).toMatchObject({ kind: "cramped", label: "Too small to draw" });
  readout.drawn();
  expect([readout.read().kind, told]).toEqual(["cramped", 1]);
  now.status = status({ connection: "disconnected" });
  readout.drawn();
  expect(readout.read().kind).toBe("disconnected");
  now.status = status();
  readout.sized(false);
  expect(readout.read().kind).toBe("exact");
});
