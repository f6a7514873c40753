import { afterEach, expect, it, vi } from "vitest";
import { plainGif, startEegService, type TestEegService } from "../../../tests/support/eeg-service.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { createRemoteEegService } from "./remote.ts";
import type { EegServiceFailed, ImageOrder, TrendImageOrder } from "./service.ts";

const recording = { data_object_id: 7, patient_id: "P-1", start_ms: 10_000 } as RecordingDetail;
const order: ImageOrder = {
  ...{ montage: "Theirs", sensitivity: 10, notch: 60, HFF: 30, LFF: 1, isArtifactReductionEnabled: true },
  ...{ start: 40_000, end: 70_000, width: 800, height: 400, theme: "dark" },
};
const trends: TrendImageOrder = {
  ...{ panel: "VsBaseline Comprehensive", artifactReductionEnabled: true, start: 40_000, end: 70_000 },
  ...{ width: 800, height: 400, ratio: 2, theme: "dark" },
};
const token = "a-token-of-a-service";
const never = new AbortController().signal;

const services: TestEegService[] = [];
async function world(answer?: Parameters<typeof startEegService>[0]) {
  const server = await startEegService(answer);
  services.push(server);
  return { server, remote: createRemoteEegService({ url: new URL(server.url), token }) };
}
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});
const reasonOf = (asked: Promise<unknown>): Promise<EegServiceFailed> =>
  asked.then(
    () => expect.fail("it was answered"),
    (error: EegServiceFailed) => error,
  );

it("asks under the specification's names and takes what is answered", async () => {
  const { server, remote } = await world();
  expect(await remote.info(recording, never)).toEqual({ start_time_milliseconds: 1000, end_time_milliseconds: 2000 });
  expect(await remote.montages(recording, never)).toEqual([{ name: "Theirs" }]);
  expect(Buffer.from(await remote.image(recording, order, never))).toEqual(plainGif(800, 400));
  const labels = { montage: "Theirs", width: 50, height: 400 };
  expect(Buffer.from(await remote.labels(recording, labels, never))).toEqual(plainGif(50, 400));
  expect(server.asked.map(({ authorization }) => authorization)).toEqual(Array(4).fill(`Bearer ${token}`));
  expect(server.asked[2].body).toMatchObject({
    ...{ patientId: "P-1", data_object_id: 7, modality_source: { modality: "Theirs", data_object_id: 7 } },
    ...{ sensitivity: 10, notch: 60, HFF: 30, LFF: 1, isArtifactReductionEnabled: true },
    ...{ start: 40_000, end: 70_000, width: 800, height: 400, offset_seconds: 30 },
  });
  expect(server.asked[3].body).toMatchObject({ patientId: "P-1", page_id: 1, montage_name: "Theirs", width: 50 });
});

it("asks for trends and what stands beside them, and takes two pictures of the sizes that were asked for", async () => {
  const { server, remote } = await world();
  expect(Buffer.from(await remote.trendImage(recording, trends, never))).toEqual(plainGif(800, 400));
  const { panel } = trends;
  const beside = await remote.trendLabels(recording, { panel, width: 60, label_width: 50, height: 400 }, never);
  expect(Buffer.from(beside.titles)).toEqual(plainGif(60, 400));
  expect(Buffer.from(beside.labels)).toEqual(plainGif(50, 400));
  expect(server.asked.map(({ path }) => path)).toEqual(["/v1/trend_image", "/v1/trend_labels"]);
  expect(server.asked[0].body).toMatchObject({
    ...{ patientId: "P-1", data_object_id: 7, modality: panel, artifactReductionEnabled: true },
    ...{ start: 40_000, end: 70_000, width: 800, height: 400, offset_seconds: 30 },
  });
  expect(server.asked[1].body).toEqual({
    ...{ patientId: "P-1", data_object_id: 7, panel_name: panel, width: 60, label_width: 50, height: 400 },
  });
  expect(server.asked[0].body).not.toHaveProperty("theme");
});

it("knows nothing of a recording that the service does not have", async () => {
  const { remote } = await world((_asked, response) => response.writeHead(404).end());
  expect(await remote.info(recording, never)).toBeNull();
  expect(await remote.montages(recording, never)).toEqual([]);
  expect((await reasonOf(remote.image(recording, order, never))).reason).toBe("not_understood");
});

const imageAnswer = (change: (body: Record<string, unknown>) => unknown): Parameters<typeof startEegService>[0] => {
  return ({ body }, response) => {
    const { page_id, settings_hash, data_object_id, width, height } = body;
    const image = plainGif(Number(width), Number(height)).toString("base64");
    response.writeHead(200).end(JSON.stringify(change({ page_id, settings_hash, data_object_id, image })));
  };
};

it.each([
  [
    "a refusal",
    (_asked: unknown, response: import("node:http").ServerResponse) => void response.writeHead(500).end("secret"),
    "refused",
  ],
  [
    "no JSON",
    (_asked: unknown, response: import("node:http").ServerResponse) => void response.end("<html>"),
    "not_understood",
  ],
  [
    "nothing",
    (_asked: unknown, response: import("node:http").ServerResponse) => void response.destroy(),
    "unreachable",
  ],
  ["another page", imageAnswer((body) => ({ ...body, page_id: 99 })), "not_understood"],
  ["another recording", imageAnswer((body) => ({ ...body, data_object_id: 8 })), "not_understood"],
  ["other settings", imageAnswer((body) => ({ ...body, settings_hash: "x" })), "not_understood"],
  ["wrong fields", imageAnswer(({ image }) => ({ picture: image })), "not_understood"],
  [
    "no GIF",
    imageAnswer((body) => ({ ...body, image: Buffer.from("<svg onload=alert(1)>").toString("base64") })),
    "not_an_image",
  ],
  [
    "another size",
    imageAnswer((body) => ({ ...body, image: plainGif(60_000, 60_000).toString("base64") })),
    "not_an_image",
  ],
] as const)("gives a sentence and a reason for %s, and quotes nothing of it", async (_what, answer, reason) => {
  const { remote } = await world(answer as Parameters<typeof startEegService>[0]);
  for (const asked of [remote.image(recording, order, never), remote.trendImage(recording, trends, never)]) {
    const failure = await reasonOf(asked);
    expect(failure.reason).toBe(reason);
    expect(failure.message).toMatch(/^[A-Z].*\.$/);
    expect(failure.message).not.toContain("secret");
    expect(failure.message).not.toContain(token);
  }
});

it("offers a montage once that the service names twice", async () => {
  const names = ["Theirs", "Other", "Theirs", "Two\nlines"];
  const { remote } = await world((_asked, response) => {
    response.end(JSON.stringify({ montages: names.map((name) => ({ name })) }));
  });
  expect((await remote.montages(recording, never)).map(({ name }) => name)).toEqual(["Theirs", "Other", "Two\nlines"]);
});

it("goes nowhere but to its own origin", async () => {
  const other = await world();
  const { remote } = await world((_asked, response) => {
    response.writeHead(307, { location: `${other.server.url}/v1/eeg_image` }).end();
  });
  expect((await reasonOf(remote.image(recording, order, never))).reason).toBe("unreachable");
  expect(other.server.asked).toEqual([]);
});

it("stops reading a body that does not end", async () => {
  let sent = 0;
  const { remote } = await world((_asked, response) => {
    response.writeHead(200);
    const part = Buffer.alloc(1024 * 1024, 32);
    const more = () => {
      if (response.destroyed) return;
      sent += part.length;
      response.write(part, () => setImmediate(more));
    };
    more();
  });
  expect((await reasonOf(remote.image(recording, order, never))).reason).toBe("too_large");
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

it("asks four at a time, and lets go of what nobody waits for", async () => {
  let open = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const { server, remote } = await world((asked, response) => {
    most = Math.max(most, ++open);
    waiting.push(() => {
      open--;
      imageAnswer((body) => body)?.(asked, response);
    });
  });
  const abort = new AbortController();
  const first = Array.from({ length: 4 }, () => remote.image(recording, order, never));
  const given = remote.image(recording, order, abort.signal);
  const last = remote.image(recording, order, never);
  await expect.poll(() => server.asked.length).toBe(4);
  abort.abort(new Error("nobody waits"));
  await expect(given).rejects.toThrow("nobody waits");
  for (const answer of waiting.splice(0)) answer();
  await Promise.all(first);
  await expect.poll(() => waiting.length).toBe(1);
  for (const answer of waiting.splice(0)) answer();
  await last;
  expect(most).toBe(4);
  expect(server.asked).toHaveLength(5);
});

it("takes a script in a comment for what it is: bytes of a picture", async () => {
  const gif = plainGif(800, 400, "<script>alert(1)</script>");
  const { remote } = await world(imageAnswer((body) => ({ ...body, image: gif.toString("base64") })));
  expect(Buffer.from(await remote.image(recording, order, never))).toEqual(gif);
});

it("waits 5 s for an answer, and says then that it took too long", async () => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  const { server, remote } = await world(() => {});
  const failed = reasonOf(remote.trendImage(recording, trends, never));
  await expect.poll(() => server.asked.length).toBe(1);
  late.abort(new DOMException("late", "TimeoutError"));
  expect(await failed).toMatchObject({ reason: "timed_out", message: "Page load timed out." });
  expect(timeout).toHaveBeenCalledWith(5000);
  timeout.mockRestore();
});
