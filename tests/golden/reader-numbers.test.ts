/** Numbers of CNS and Natus sources: read strictly, or unknown and told; never another number. */
import { describe, expect, it } from "vitest";
import { ramp, startUs, wave } from "../support/cns-writer.ts";
import { type NatusStudy, studyStartMs } from "../support/natus-writer.ts";
import { roundTrip } from "./cns-reading.ts";
import { roundTrip as readNatus } from "./natus-reading.ts";

describe("the conversion of a CNS stream", () => {
  const plain = "-32768,32768,-819.2,819.2";
  const channelOf = async (conversion: string) => {
    const { reader, repairs } = await roundTrip({ streams: [wave(50, { conversion })] });
    return { ...reader.head.groups[0].channels[0], repairs };
  };

  it.each(["\b", "\v", "\u00a0", "x", "\u0012"])("%j in any place: uncalibrated and told", async (mark) => {
    for (let k = 0; k < plain.length; k++) {
      const channel = await channelOf(plain.slice(0, k) + mark + plain.slice(k + 1));
      expect([k, channel.is_uncalibrated, channel.gain]).toEqual([k, true, 1]);
      expect(channel.repairs.join()).toMatch(/Without a usable conversion/);
    }
  });

  it.each([
    "0x8000,32768,-1,1",
    "-32768,Infinity,-1,1",
    "-32768,32768,-1,",
    "1,2,3",
    "1,2,3,4,5",
    "-32768,32768,-1e305,1e305",
    "-32768,32768,-1e-305,1e-305",
  ])("%s: uncalibrated", async (conversion) => {
    expect((await channelOf(conversion)).is_uncalibrated).toBe(true);
  });

  it("an exponent is read and told", async () => {
    const { gain, repairs } = await channelOf("-1e3,1e3,-1,1");
    expect(gain).toBeCloseTo(0.001, 12);
    expect(repairs).toEqual([expect.stringMatching(/is written with an exponent, and was read so/)]);
  });
});

it("CNS events: a duration that cannot be read is not 0, a comma in a time is told", async () => {
  const event = (name: string, time: string, duration: string) =>
    `<Event><Name>${name}</Name><StartTime>${time}</StartTime><Duration>${duration}</Duration></Event>`;
  const events = [
    event("a", "2024-05-16 05:33:10", "-5"),
    event("b", "2024-05-16 05:33:11", "0x10"),
    event("c", "2024-05-16 05:33:12,5", "2"),
    event("d", "2024-05-16 05:33:13", ""),
    event("e", "0024-05-16 05:33:13", "1"),
    event("f", "1924-05-16 05:33:13Z", "1"),
  ];
  const { annotations, repairs } = await roundTrip({
    streams: [wave(50)],
    files: { "Events.xml": `<E>${events.join("")}</E>` },
  });
  expect(annotations.map(({ text, start_time, end_time }) => [text, end_time - start_time])).toEqual([
    ["a (duration unreadable)", 0],
    ["b (duration unreadable)", 0],
    ["c", 2000],
    ["d", 0],
  ]);
  expect(repairs).toEqual([
    "Skipped because their time cannot be read: 2 events.",
    "The duration cannot be read in 2 events; they stand at their start and say so.",
    "Times of 1 event have a decimal comma; it was read as a point.",
  ]);
});

it("CNS index: entries without a usable interval are told", async () => {
  const index = [
    { first: 0, timeUs: startUs, intervalUs: 8000 },
    { first: 100, timeUs: startUs + 800_000, intervalUs: 0 },
  ];
  const { groups, repairs } = await roundTrip({ streams: [wave(200, { values: [ramp(200)], index })] });
  expect([...groups.values()][0].segments.map(({ count }) => count)).toEqual([200]);
  expect(repairs).toEqual([expect.stringMatching(/give no usable interval: 1; the usual one of the stream was taken/)]);
});

describe("Natus", () => {
  const study: NatusStudy = { channels: 2, parts: [[{ samples: 600 }]] };
  const stamped = async (stamp: string) => {
    const notes = [{ raw: `(.(."Text", "mark"), (."Stamp", ${stamp}))` }, { channelNames: ["C3", "C4"] }];
    const { annotations, repairs } = await readNatus({ ...study, notes });
    return {
      times: annotations.map(({ start_time }) => Math.round(((start_time - studyStartMs) * 256) / 1000)),
      repairs,
    };
  };

  it("a stamp is a whole number", async () => {
    expect(await stamped("256")).toEqual({ times: [256], repairs: [] });
    for (const stamp of [
      "0x100",
      "2\u00086",
      "25\u0008",
      "\u000856",
      "25\u00a0",
      "1e2",
      "2.5",
      "2 5",
      '"256"',
      "Infinity",
    ]) {
      expect([stamp, await stamped(stamp)]).toEqual([stamp, { times: [], repairs: ["Skipped as damaged: 1 note."] }]);
    }
  });

  it("a damaged version of the headbox software: its inputs are uncalibrated", async () => {
    for (const [headboxSoftware, isKnown] of [
      ["3.10", true],
      ["3.1\u00080", false],
      ["3.x", false],
    ] as const) {
      const { reader } = await readNatus({ ...study, headboxType: 5, headboxSoftware, channels: 42 });
      const channels = reader.head.groups.flatMap((group) => group.channels);
      const wide = channels.find(({ source_index }) => source_index === 33);
      expect([headboxSoftware, wide?.is_uncalibrated]).toEqual([headboxSoftware, !isKnown]);
      expect(channels[0].is_uncalibrated).toBe(false);
    }
  });

  it("a creation time of before the format is none", async () => {
    const { reader, repairs } = await readNatus({ ...study, clock: null, createdSeconds: 1000 });
    expect(reader.head).toMatchObject({ isStartKnown: false, startMs: 0 });
    expect(repairs.join()).toMatch(/Neither a clock table/);
  });
});
