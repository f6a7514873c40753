/** Each damage to what is stored of a recording, and what is shown and said of it: never a value that is not in the source. */
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { blows, chunksBelow, type DamageWorld, damageWorld, shownOf, strike } from "./damage-world.ts";

let world: DamageWorld;
let whole: number;

beforeAll(async () => {
  world = await damageWorld();
  const recordings = world.open();
  whole = await shownOf(recordings, world.id, 1);
  recordings.close();
});
afterAll(async () => {
  await world?.close();
});
afterEach(async () => {
  await world.restore();
});

/** Reads as after a start, then reads everything; tells what readers, the list and the log say. */
async function judge() {
  const recordings = world.open();
  try {
    await recordings.integrity.look(world.id);
    const shown = await shownOf(recordings, world.id, 1);
    await recordings.integrity.idle();
    const result = await recordings.integrity.verify(world.id);
    const [listed] = (await recordings.list("everything")).filter((one) => one.data_object_id === world.id);
    const detail = await recordings.get(world.id, "everything");
    const annotations = await recordings.annotations(world.id, "everything");
    // What was read before and what was found by reading everything is one.
    expect(await shownOf(recordings, world.id, 1)).toBe(shown);
    return { shown, result, listed, detail, annotations, events: new Set(world.logged.map(({ event }) => event)) };
  } finally {
    recordings.close();
  }
}

const at = (...names: string[]) => join(world.folder(), ...names);
const atOther = (...names: string[]) => join(world.folder(world.otherId), ...names);

it("what a killed mend left beside the samples goes with the look after a start, what is being written stays", async () => {
  const [left, young] = [at("0", "l0", ".draft-0123456789abcdef"), at("0", "l0", ".draft-fedcba9876543210")];
  for (const path of [left, young]) writeFileSync(path, "x");
  const earlier = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(left, earlier, earlier);
  const recordings = world.open();
  try {
    await recordings.integrity.look(world.id);
    expect([existsSync(left), existsSync(young)]).toEqual([false, true]);
  } finally {
    recordings.close();
    rmSync(young);
  }
});

describe.each(blows)("%s", (blow) => {
  it("of samples: a marked hole, told everywhere", async () => {
    const chunks = chunksBelow(at("0", "l0"));
    expect(chunks).toHaveLength(3);
    strike(blow, chunks[1], { other: chunksBelow(atOther("0", "l0"))[1], twin: chunks[0] });
    const { shown, listed, detail, events, result } = await judge();
    expect(shown).toBeLessThan(whole);
    expect(shown).toBeGreaterThan(0);
    expect(listed.is_damaged).toBe(true);
    expect(detail?.damage.length).toBeGreaterThan(0);
    expect(detail?.damage[0]).toMatchObject({ modality: "EEG_na" });
    expect(detail?.data_version).toBeGreaterThan(1);
    expect(events).toContain("recording.damaged");
    expect(world.told).toContain(world.id);
    expect(result?.state).toBe("damaged");
    const recordings = world.open();
    expect(await recordings.integrity.counts()).toEqual({ damaged: 1, unverified: 0 });
    recordings.close();
  });

  it.each([
    "l16",
    "l256",
    "l4096",
    "l65536",
  ])("of level %s: computed again and replaced, nothing is missing", async (level) => {
    const [chunk] = chunksBelow(at("0", level));
    const good = readFileSync(chunk);
    strike(blow, chunk, { other: chunksBelow(atOther("0", level))[0], twin: null });
    const { shown, listed, detail, events, result } = await judge();
    expect(shown).toBe(whole);
    expect(listed.is_damaged).toBe(false);
    expect(detail?.damage).toEqual([]);
    expect(result?.state).toBe("good");
    expect([...events].some((event) => event === "level.mended" || event === "recording.mended")).toBe(true);
    expect(readFileSync(chunk).equals(good)).toBe(true);
  });

  it("of the annotations: none are shown, and that is said", async () => {
    strike(blow, at("annotations.json"), { other: atOther("annotations.json"), twin: null });
    const { listed, detail, annotations, shown } = await judge();
    expect(annotations).toEqual([]);
    expect(listed.is_damaged).toBe(true);
    expect(detail?.has_damaged_annotations).toBe(true);
    expect(shown).toBe(whole);
  });

  it("of the checksums: the other file of them is used, and the lost one made again", async () => {
    strike(blow, at("0", "sums"), { other: atOther("0", "sums"), twin: null });
    const { shown, listed } = await judge();
    expect(shown).toBe(whole);
    expect(listed.is_damaged).toBe(false);
    expect(readFileSync(at("0", "sums")).equals(readFileSync(at("0", "sums.copy")))).toBe(true);
  });

  it("of both files of checksums: nothing of the group can be vouched for, and nothing is shown", async () => {
    for (const name of ["sums", "sums.copy"]) strike(blow, at("0", name), { other: atOther("0", name), twin: null });
    const { shown, listed, detail } = await judge();
    expect(shown).toBe(0);
    expect(listed.is_damaged).toBe(true);
    expect(detail?.damage).toMatchObject([{ modality: "EEG_na", first: 0 }]);
    expect(detail?.groups[1].segments).toHaveLength(1);
  });
});

describe("the whole", () => {
  it("folder gone: all of it is damaged", async () => {
    rmSync(world.folder(), { recursive: true });
    const { shown, listed, detail, annotations } = await judge();
    expect([shown, listed.is_damaged, annotations]).toEqual([0, true, []]);
    expect(detail?.damage.map(({ modality }) => modality)).toEqual(["EEG_na", "ABP_na"]);
    expect(detail?.groups.flatMap(({ segments }) => segments)).toEqual([]);
  });

  it("folders of two recordings exchanged: nothing of either is shown as the other's", async () => {
    const parked = join(world.dataDir, "parked");
    renameSync(world.folder(), parked);
    renameSync(world.folder(world.otherId), world.folder());
    renameSync(parked, world.folder(world.otherId));
    const { shown, listed, annotations } = await judge();
    expect([shown, listed.is_damaged, annotations]).toEqual([0, true, []]);
    renameSync(world.folder(), parked);
    renameSync(world.folder(world.otherId), world.folder());
    renameSync(parked, world.folder(world.otherId));
  });

  it("segments of the row changed: nothing can be placed, and nothing is shown", async () => {
    await world.database.pool.query(
      "update recording set groups = jsonb_set(groups, '{0,segments,1,first}', '90000') where id = $1",
      [world.id],
    );
    const { shown, detail, listed } = await judge();
    expect([shown, listed.is_damaged]).toEqual([0, true]);
    expect(detail?.damage).toHaveLength(2);
  });
});

it("is healed when the files are put back: the next full look clears the mark", async () => {
  const [chunk] = chunksBelow(at("0", "l0"));
  const good = readFileSync(chunk);
  rmSync(chunk);
  const damaged = await judge();
  expect(damaged.result?.state).toBe("damaged");
  writeFileSync(chunk, good);
  const recordings = world.open();
  // Asked for after each start, and once a day.
  expect(await recordings.integrity.due(30, 0)).toEqual([world.id]);
  expect(await recordings.integrity.due(30, 1)).toEqual([]);
  expect(await recordings.integrity.verify(world.id)).toMatchObject({ state: "good", isChanged: true });
  expect(await recordings.integrity.due(30, 0)).toEqual([]);
  expect(world.logged.map(({ event }) => event)).toContain("recording.healed");
  expect(await shownOf(recordings, world.id, 1)).toBe(whole);
  expect((await recordings.get(world.id, "everything"))?.is_damaged).toBe(false);
  recordings.close();
});

it("damage that a page meets while everything is read is written down at once, and is not forgotten when that ends", async () => {
  const recordings = world.open();
  const [chunk] = chunksBelow(at("0", "l0"));
  let goOn: () => void = () => undefined;
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let reading: ReturnType<typeof recordings.integrity.verify> | undefined;
  await new Promise<void>((hasRead) => {
    reading = recordings.integrity.verify(world.id, () => {
      hasRead(); // the first chunk, which was right
      return mayGoOn;
    });
  });
  strike("flip", chunk, { other: chunk, twin: null });
  const shown = await shownOf(recordings, world.id, 1);
  expect(shown).toBeLessThan(whole);
  expect(await recordings.integrity.counts()).toEqual({ damaged: 1, unverified: 0 });
  goOn();
  expect(await reading).toMatchObject({ state: "damaged" });
  expect(await recordings.integrity.counts()).toEqual({ damaged: 1, unverified: 0 });
  expect(await shownOf(recordings, world.id, 1)).toBe(shown);
  recordings.close();
});

it("a recording that is removed while everything is read is not told as damaged", async () => {
  const recordings = world.open();
  const state = (to: string) =>
    world.database.pool.query("update recording set state = $2 where id = $1", [world.id, to]);
  let hasBegun = false;
  const removing = async () => {
    if (hasBegun) return;
    hasBegun = true;
    await state("importing"); // as `remove` begins
    rmSync(world.folder(), { recursive: true });
  };
  expect(await recordings.integrity.verify(world.id, removing)).toBeNull();
  expect(world.logged.map(({ event }) => event)).not.toContain("recording.damaged");
  await state("ready");
  recordings.close();
});

it("a file that cannot be asked for says nothing of the recording: it is not told as damaged", async () => {
  rmSync(at("annotations.json"));
  symlinkSync("annotations.json", at("annotations.json")); // leads to itself
  const recordings = world.open();
  await expect(recordings.integrity.look(world.id)).rejects.toMatchObject({ code: "ELOOP" });
  expect(await recordings.integrity.counts()).toEqual({ damaged: 0, unverified: 0 });
  recordings.close();
});

it("a level over a hole is computed whenever it is read, and never holds values from the hole", async () => {
  const [first] = chunksBelow(at("0", "l0"));
  strike("flip", first, { other: first, twin: null });
  for (const level of ["l16", "l256", "l4096", "l65536"]) rmSync(at("0", level), { recursive: true });
  const { shown, result, events } = await judge();
  expect(shown).toBeLessThan(whole);
  expect(result?.state).toBe("damaged");
  expect(events).toContain("level.lost");
});

it("a recording of before there were checksums gets them: until then it is told as unverified, and an absent file is a hole", async () => {
  await world.database.pool.query("update recording set anchors = null where id = $1", [world.id]);
  for (const name of ["sums", "sums.copy"]) for (const group of ["0", "1"]) rmSync(at(group, name));
  const chunks = chunksBelow(at("0", "l0"));
  rmSync(chunks[1]);
  const [level] = chunksBelow(at("0", "l16"));
  strike("flip", level, { other: level, twin: null });
  const recordings = world.open();
  expect(await recordings.get(world.id, "everything")).toMatchObject({ is_unverified: true, is_damaged: false });
  expect(await recordings.integrity.counts()).toEqual({ damaged: 0, unverified: 1 });
  expect(await recordings.integrity.due(30)).toContain(world.id);
  expect(await recordings.integrity.verify(world.id)).toMatchObject({ state: "damaged", isNew: true });
  expect(await recordings.get(world.id, "everything")).toMatchObject({ is_unverified: false, is_damaged: true });
  expect(await shownOf(recordings, world.id, 1)).toBeLessThan(whole);
  recordings.close();
  expect(existsSync(at("0", "sums"))).toBe(true);
});
