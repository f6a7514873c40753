/** Wherever the time of a reader ends, it stops with the sentence, and with time enough it reads as ever. */
import { expect, it } from "vitest";
import { ingestText } from "../../src/protocol/text/ingest-text.ts";
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import { openCns } from "../../src/server/ingest/cns/index.ts";
import { Deadline, limitedFolder, limitedSource } from "../../src/server/ingest/deadline.ts";
import { openEdf } from "../../src/server/ingest/edf/index.ts";
import { inspectSource } from "../../src/server/ingest/inspect-source.ts";
import { natusFolder, openNatus } from "../../src/server/ingest/natus/index.ts";
import { diskFolder, type SourceFolder } from "../../src/server/ingest/source-folder.ts";
import type { SourceReader } from "../../src/server/recordings/types.ts";
import { startUs, wave, writeCns } from "../support/cns-writer.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { writeStudy } from "../support/natus-writer.ts";
import { inFolder } from "./cns-reading.ts";

const options = { timezone: "UTC" };

/** Gives the reader 0, 1, 2, ... looks at the clock before its time is over, until it gets to its end. */
async function everyEnd(open: (deadline: Deadline) => Promise<SourceReader>): Promise<number> {
  for (let looks = 0; ; looks++) {
    let asked = 0;
    const deadline = new Deadline({ baseMs: looks, msPerByte: 0, now: () => asked++ });
    try {
      const facts = await inspectSource(await open(deadline), deadline);
      expect(facts.signals.length).toBeGreaterThan(0);
      return looks;
    } catch (error) {
      expect(error).toMatchObject({ name: "SourceRefused", message: ingestText.tookTooLong });
    }
  }
}

it.each(["EDF", "EDF+C", "EDF+D", "BDF+D"] as const)("%s", async (format) => {
  const onsets = Array.from({ length: 8 }, (_, k) => `+${k + (k > 4 ? 60 : 0)}`);
  const bytes = writeEdf({ format, signals: [{ samplesPerRecord: 100 }], records: 8, onsets });
  const looks = await everyEnd((deadline) => openEdf(limitedSource(bytesSource(bytes), deadline), options));
  expect(looks).toBeGreaterThan(2);
});

it("CNS", async () => {
  await inFolder(async (folder) => {
    const index = Array.from({ length: 5 }, (_, k) => ({
      first: 20 * k,
      timeUs: startUs + k * 900_000,
      intervalUs: 8000,
    }));
    const quality = wave(12, { base: "ABP,na,WaveQuality,Integer,IntelliVue", unit: null });
    const path = writeCns(folder, { streams: [wave(100, { index }), quality] });
    const looks = await everyEnd((deadline) => openCns(limitedFolder(diskFolder(path), deadline), options));
    expect(looks).toBeGreaterThan(10);
  });
});

it("Natus", async () => {
  const files = writeStudy({
    channels: 4,
    parts: [[{ samples: 300 }, { stamp: 900, samples: 300 }]],
    notes: [{ channelNames: ["C3", "C4", "P3", "P4"] }],
  });
  const folder: SourceFolder = {
    name: "study",
    names: async () => ({ files: [...files.keys()], folders: [] }),
    file: (name) => bytesSource(files.get(name) ?? new Uint8Array(0)),
    folder: () => {
      throw new Error("a study has no folders");
    },
  };
  const looks = await everyEnd((deadline) => openNatus(natusFolder(limitedFolder(folder, deadline)), options));
  expect(looks).toBeGreaterThan(6);
});
