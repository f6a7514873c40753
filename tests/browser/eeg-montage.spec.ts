import { testAdmin } from "../support/calls.ts";
import { keepOneWindow } from "../support/displays.ts";
import { expect, test } from "./fixtures.ts";
import { depth, night, numbers } from "./recordings.ts";

test("opens on the first 30 s in the double banana with the specification's defaults", { tag: "@drawn" }, async ({
  review,
  backend,
}) => {
  await review.open(night.name);
  expect(await review.connect((connect) => connect.backend())).toBe(backend);
  expect(await review.seconds()).toEqual([0, 30]);
  expect(await review.labels()).toEqual([
    ...["Fp1-F7", "F7-T7", "T7-P7", "P7-O1", "Fp2-F8", "F8-T8", "T8-P8", "P8-O2", "Fp1-F3", "F3-C3", "C3-P3", "P3-O1"],
    ...["Fp2-F4", "F4-C4", "C4-P4", "P4-O2", "Fz-Cz", "Cz-Pz", "ECG"],
  ]);
  await expect(review.plot).toHaveAccessibleName(
    "EEG traces. Montage Longitudinal bipolar (double banana). 03/02/2020 10:20:30 AM to 03/02/2020 10:21:00 AM. " +
      "Sensitivity 10 \u00b5V/mm. LFF 1 · HFF 30 · Notch 60. ECG and other signals: ECG 0.1 mV/mm. LFF 0.5 · HFF 70.",
  );
  await expect(review.button(backend === "webgpu" ? "WebGPU" : "Canvas2D")).toBeVisible();
  await expect(review.button("Exact")).toBeVisible();
  await expect(review.page).toHaveTitle(`${night.name} – CONNECT`);
});

test("opens with files that its page names: none is found out later", async ({ review, page }) => {
  // What is fetched for later, seconds after the review has opened, never begins.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const unlessLater = (work: () => void, ms?: number) => (ms === 3000 ? 0 : setTimeout(work, ms));
    Object.assign(window, { setTimeout: unlessLater });
  });
  await review.open("night.edf");
  const late = await page.evaluate(async () => {
    const named = await (await fetch(location.href)).text();
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    return loaded.filter((path) => /\.(js|css|wasm)$/.test(path) && !named.includes(`"${path}"`));
  });
  // The worker's file cannot be named; the news are listened to when the picture is there.
  expect(late.filter((path) => !/\/(data-worker|connection)-/.test(path))).toEqual([]);
});

test("draws another recording of the same page as it is drawn by itself", { tag: "@drawn" }, async ({
  review,
  page,
  server,
}) => {
  await review.open(depth.name);
  const alone = await review.picture();
  await review.open("night.edf");
  expect((await review.picture()).digest).not.toBe(alone.digest);
  // By the router, as a link does: page, GPU device and what it holds stay.
  const id = server.ids[depth.name];
  await page.evaluate((address) => history.pushState({}, "", address), `/review/${id}?backend=${review.backend}`);
  await expect(page).toHaveTitle(new RegExp(depth.name));
  await review.idle();
  expect(await review.picture()).toEqual(alone);
});

test("shows a gap as a gap, between traces on both sides", async ({ review }) => {
  await review.open(night.name);
  const [before, inside, after] = [
    await review.picture(0.31),
    await review.picture(22.6 / 30),
    await review.picture(0.95),
  ];
  // Hatching inks less than 18 traces with their envelopes and never the same pixels as a background of one colour.
  expect(before.inked).toBeGreaterThan(18);
  expect(after.inked).toBeGreaterThan(18);
  expect(inside.inked).toBeGreaterThan(0);
  const box = await review.plot.boundingBox();
  if (box === null) throw new Error("no plot");
  // The fourth row, in the gap and beside it.
  const y = box.y + (box.height * 3.5) / 21.5;
  await review.page.mouse.move(box.x + (box.width * 22.6) / 30, y);
  await expect(review.page.getByText(/^10:20:52\.[56]\d AM$/)).toBeVisible();
  await expect(review.reading).toBeHidden();
  await review.page.mouse.move(box.x + (box.width * 26) / 30, y);
  await expect(review.reading).toContainText("\u00b5V");
});

test("changes montage, filters and sensitivity", async ({ review }) => {
  await review.open(night.name);
  const first = await review.picture();
  await review.chooseMontage("Standard", "Average reference");
  expect((await review.labels()).slice(0, 3)).toEqual(["F7-AVG", "T7-AVG", "P7-AVG"]);
  const average = await review.picture();
  expect(average.digest).not.toBe(first.digest);

  await review.button(/^Filters/).click();
  await review.page.getByRole("radiogroup", { name: "HFF", exact: true }).getByRole("radio", { name: "100" }).click();
  await expect(review.page.getByText("inactive at 200 Hz", { exact: true })).toBeVisible();
  await review.page.getByRole("radiogroup", { name: "LFF", exact: true }).getByRole("radio", { name: "Off" }).click();
  await review.page.keyboard.press("Escape");
  await expect(review.button(/^Filters: LFF Off · HFF 100 \(inactive at 200 Hz\) · Notch 60$/)).toBeVisible();
  await review.idle();
  const filtered = await review.picture();
  expect(filtered.digest).not.toBe(average.digest);

  await review.choose(/^Sensitivity/, "50 \u00b5V/mm");
  await review.idle();
  expect((await review.picture()).inked).toBeLessThan(filtered.inked);
  await expect(review.plot).toBeFocused();
  await review.page.keyboard.press("ArrowUp");
  await expect(review.button("Sensitivity: 30 \u00b5V/mm")).toBeVisible();
});

test("needs nothing from the server for another montage, filter or sensitivity", async ({ review }) => {
  const asked: string[] = [];
  review.page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (payload.includes("render_modalities")) asked.push(String(payload));
    }),
  );
  await review.open(night.name);
  expect(asked.length).toBeGreaterThan(0);
  asked.length = 0;
  const before = await review.picture();
  await review.chooseMontage("Standard", "Transverse bipolar");
  expect((await review.labels())[0]).toBe("F7-Fp1");
  await review.button(/^Filters/).click();
  await review.page.getByRole("radiogroup", { name: "HFF", exact: true }).getByRole("radio", { name: "70" }).click();
  await review.page.keyboard.press("Escape");
  await review.choose(/^Sensitivity/, "20 \u00b5V/mm");
  await review.idle();
  expect((await review.picture()).digest).not.toBe(before.digest);
  expect(asked).toEqual([]);
});

test("shows every channel as recorded and marks the section of the current montage", async ({ review }) => {
  await review.open(night.name);
  await review.chooseMontage("Recording", "As recorded (all channels)");
  const labels = await review.labels();
  expect(labels).toHaveLength(20);
  expect(labels[0]).toBe("Fp1-REF");
  expect(labels.at(-1)).toBe("ECG");
  await review.button(/^Montage: As recorded/).click();
  await expect(review.page.getByRole("option", { name: /Recording.*holds the current montage/ })).toBeVisible();
});

test("opens what has no scalp electrodes as recorded, and flags what a montage misses", async ({ review }) => {
  await review.open(depth.name);
  expect(await review.labels()).toEqual(["LA1", "LA2", "LA3"]);
  await review.chooseMontage("Standard", "Reduced ICU");
  await expect(review.page.getByText("Fp1 and T7 are not in this recording")).toBeAttached();
});

test("says so when a recording holds no EEG", async ({ review, server }) => {
  await keepOneWindow(server.url, await server.signIn(review.page.context(), testAdmin), "eeg_montage");
  await review.page.goto(`${server.url}/review/${server.ids[numbers.name]}`);
  await expect(review.page.getByText("This recording holds no EEG signals.")).toBeVisible();
  // Nothing is offered that could act on nothing.
  await expect(review.page.getByRole("heading", { name: "EEG Montage" })).toBeVisible();
  await expect(review.button("Play")).toHaveCount(0);
  await expect(review.button(/^Sensitivity/)).toHaveCount(0);
});

test("reads time and value under the pointer", async ({ review }) => {
  await review.open(night.name, `&start=${night.startMs + 60_000}&span=4000`);
  const box = await review.plot.boundingBox();
  if (box === null) throw new Error("no plot");
  // The middle of the first row, in the middle of the page.
  await review.page.mouse.move(box.x + box.width / 2, box.y + box.height / 40);
  await expect(review.page.getByText(/^10:21:3[12]\.\d\d AM$/)).toBeVisible();
  await expect(review.reading).toHaveText(/^Fp1-F7\u2212?[\d.]+( to \u2212?[\d.]+)? \u00b5V$/);
  await review.page.mouse.move(box.x - 40, box.y - 40);
  await expect(review.reading).toBeHidden();
});

test("draws ECG at the foot, positive up, with settings of its own, and reads it in mV", async ({ review }) => {
  const start = night.startMs + 60_000;
  await review.open(night.name, `&start=${start}&span=4000`);
  const box = await review.plot.boundingBox();
  if (box === null) throw new Error("no plot");
  // In the middle of the pulse that begins each second: 0.8 mV for 50 ms; 19 rows and 5 gaps of half a row.
  const baseline = box.y + (box.height * 21) / 21.5;
  await review.page.mouse.move(box.x + (box.width * 1.025) / 4, baseline - 20);
  await expect(review.reading).toHaveText(/^ECG0\.[5-9]\d* mV$/);
  const chip = await review.reading.boundingBox();
  expect((chip?.y ?? 0) + (chip?.height ?? 0) / 2).toBeLessThan(baseline - 15);

  const before = await review.picture();
  await review.button(/^Filters/).click();
  await review.page.getByRole("button", { name: "Sensitivity of ECG: 0.1 mV/mm" }).click();
  await review.page.getByRole("menuitemradio", { name: "0.5 mV/mm" }).click();
  await review.page
    .getByRole("radiogroup", { name: "HFF of ECG and other signals" })
    .getByRole("radio", { name: "30", exact: true })
    .click();
  await review.page.keyboard.press("Escape");
  await review.idle();
  const after = await review.picture();
  expect(after.digest).not.toBe(before.digest);
  await expect(review.plot).toHaveAccessibleName(/ECG and other signals: ECG 0\.5 mV\/mm\. LFF 0\.5 · HFF 30\.$/);
  await expect(review.page).toHaveURL(/auxHff=30/);
  await expect(review.page).toHaveURL(/ecgSensitivity=500/);
  await review.page.reload();
  await review.idle();
  expect((await review.picture()).digest).toBe(after.digest);
  await review.page.keyboard.press("Shift+ArrowUp");
  await expect(review.plot).toHaveAccessibleName(/ECG and other signals: ECG 0\.3 mV/);
  // Hidden, there is none to change: the key says so.
  await review.button("Rows").click();
  await review.page.getByRole("grid", { name: "Rows" }).getByRole("row", { name: "ECG" }).focus();
  await review.page.keyboard.press("Space");
  await review.page.keyboard.press("Escape");
  await expect(review.button("Rows, 1 hidden")).toBeVisible();
  await review.page.keyboard.press("Shift+ArrowUp");
  await expect(review.page.getByText("No ECG or other signals are shown here.")).toBeVisible();
});

test("hides, shows and moves rows by keyboard, undoes it, and keeps it in the address", async ({ review }) => {
  await review.open(night.name);
  // What the bar offers once the ink is measured moves the buttons behind it.
  const offered = review.button(/^Fit/);
  await expect(offered).toBeVisible();
  const asked = await review.labels();
  await review.button("Rows").click();
  const rows = review.page.getByRole("grid", { name: "Rows" });
  await rows.getByRole("row", { name: "F7-T7" }).click();
  await rows.getByRole("row", { name: "ECG" }).focus();
  await review.page.keyboard.press("Alt+ArrowUp");
  await review.page.keyboard.press("Escape");
  await review.idle();
  const arranged = ["Fp1-F7", ...asked.slice(2, 17), "ECG", "Cz-Pz"];
  expect(await review.labels()).toEqual(arranged);
  await expect(review.button("Rows, 1 hidden")).toBeVisible();
  await expect(review.page).toHaveURL(/hidden=F7-T7/);
  await review.page.reload();
  await review.idle();
  await expect(offered).toBeVisible();
  expect(await review.labels()).toEqual(arranged);

  await review.button("Rows, 1 hidden").click();
  await rows.getByRole("row", { name: "F7-T7" }).focus();
  await review.page.keyboard.press("Space");
  await expect.poll(() => review.labels()).toContain("F7-T7");
  await review.button("Undo").click();
  await expect.poll(() => review.labels()).not.toContain("F7-T7");
  await rows.getByRole("button", { name: "Move Fp1-F7 down" }).click();
  await rows.getByRole("button", { name: "Move Fp1-F7 down" }).click();
  await expect.poll(async () => (await review.labels())[0]).toBe("T7-P7");
  await review.button("As in the montage").click();
  await review.page.keyboard.press("Escape");
  expect(await review.labels()).toEqual(asked);
});

test("offers a fitting sensitivity where the ink closes, and goes back by the same key", async ({ review }) => {
  await review.open(night.name, "&sensitivity=2&span=180000");
  const fit = review.button(/^Fit \d+ \u00b5V\/mm, [\d.]+\u00d7 smaller$/);
  await expect(fit).toBeVisible();
  await review.plot.focus();
  await review.page.keyboard.press("f");
  await expect(review.button(/^Back to 2 \u00b5V\/mm, [\d.]+\u00d7 larger$/)).toBeVisible();
  await expect(review.button("Sensitivity: 2 \u00b5V/mm")).toBeHidden();
  await review.page.keyboard.press("f");
  await expect(review.button("Sensitivity: 2 \u00b5V/mm")).toBeVisible();
  await expect(fit).toBeVisible();
});

test("a narrow page still says whose it is, how true it is, and that the device is investigational", async ({
  review,
}) => {
  const { page } = review;
  await page.setViewportSize({ width: 560, height: 700 });
  await review.open(night.name, "&sensitivity=2&span=180000");
  await expect(review.button(/^Fit/)).toBeVisible();
  const header = page.getByRole("banner");
  const parts = [...(await header.locator("dd:visible").all()), header.getByText("Investigational device")];
  expect(parts.length).toBeGreaterThan(1);
  // However long the names are.
  for (const name of parts.slice(0, -1))
    await name.evaluate((element) => {
      element.textContent = "A long name of somebody or something".repeat(2);
    });
  // What marks and what makes a link stay in the bar.
  for (const name of ["Annotations", "Copy link to this view"])
    expect(await review.button(name).evaluate((button) => button.getBoundingClientRect().right)).toBeLessThan(560);
  // Each is what is seen where it stands: nothing lies over it.
  for (const part of [...parts, review.button("Exact")])
    expect(
      await part.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [0.1, 0.5, 0.9].every((at) =>
          element.contains(document.elementFromPoint(left + at * width, top + height / 2)),
        );
      }),
      await part.innerText(),
    ).toBe(true);
});

test("redraws in the colours of the other theme", { tag: "@drawn" }, async ({ review }) => {
  await review.open(night.name);
  const light = await review.picture();
  await review.button("Use the dark theme").click();
  await review.idle();
  const dark = await review.picture();
  expect(dark.digest).not.toBe(light.digest);
  // The same traces: as many pixels are inked, within the softness of their edges.
  expect(Math.abs(dark.inked - light.inked)).toBeLessThan(0.3 * light.inked + 20);
});

test("keeps the grid quieter than the traces in forced colours", async ({ review }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await review.page.emulateMedia({ forcedColors: "active", colorScheme });
    await review.open(night.name, "&span=10000");
    // What is on is told from what is off.
    const looks = await review.page
      .getByRole("button", { pressed: true })
      .or(review.page.getByRole("button", { pressed: false }))
      .evaluateAll((toggles) =>
        toggles.map((toggle) => [toggle.ariaPressed, getComputedStyle(toggle).backgroundColor] as const),
      );
    const of = (state: string) => new Set(looks.filter(([pressed]) => pressed === state).map(([, colour]) => colour));
    expect(of("true").size).toBe(1);
    expect(of("false").size).toBeGreaterThan(0);
    expect([...of("false")]).not.toContain([...of("true")][0]);
    // The mark and the words of a field are those of the page.
    const field = review.page.getByRole("textbox", { name: "Go to" });
    const colours = await field.evaluate((input) => [
      getComputedStyle(input).color,
      getComputedStyle(input, "::placeholder").color,
      getComputedStyle(input.parentElement?.querySelector("svg") as SVGElement).color,
    ]);
    expect(new Set(colours).size).toBe(1);
    const { lines, trace } = await review.connect(async (connect) => {
      const { width, height, data } = await connect.readPixels();
      // How far each pixel is from the ground, by columns.
      const ground = data[4 * (width * height - 1)];
      const columns = Array.from({ length: width }, (_, x) =>
        Array.from({ length: height }, (_, y) => Math.abs(data[4 * (y * width + x)] - ground)).sort((a, b) => a - b),
      );
      const middles = columns.map((column) => column[height >> 1]);
      return {
        lines: middles.filter((middle) => middle > 8),
        trace: Math.max(...columns.map((column) => column[height - 1])),
      };
    });
    expect(lines.length).toBeGreaterThan(5);
    expect(trace).toBeGreaterThan(200);
    expect(Math.max(...lines)).toBeLessThan(0.6 * trace);
  }
});

test("follows forced colours as they come and go", { tag: "@drawn" }, async ({ review }) => {
  await review.open(night.name);
  const picture = async (forcedColors: "active" | "none") => {
    await review.page.emulateMedia({ forcedColors, colorScheme: "light" });
    return (await review.picture()).digest;
  };
  const own = await picture("none");
  await expect.poll(() => picture("active")).not.toBe(own);
  await expect.poll(() => picture("none")).toBe(own);
});
