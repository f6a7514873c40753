/** Tables at every width: nothing of a text is cut, rows are 40 px high, and what scrolls shows that it does. */
import { expect, test } from "./fixtures.ts";
import { madeFile, madePatient } from "./patients.ts";
import { measure, measureText } from "./table-measure.ts";

const long = {
  patient_id: "NICU-2026-000042-B",
  site_name: "Universitätsklinikum Heidelberg, Neurologische Intensivstation",
  project_name: "Spreading Depolarisation Watch in Subarachnoid Haemorrhage II",
  first_name: "Maria-Magdalena",
  last_name: "Okafor-Featherstonehaugh",
  data_file_size: 1_234_567_890_123,
  annotation_count: 123_456,
  start_time: Date.parse("2026-06-03T18:14:05Z"),
  end_time: Date.parse("2026-06-23T18:14:05Z"),
  total_monitoring_time: 12 * 86_400_000 + 3 * 3_600_000,
  timestamp: Date.parse("2026-06-24T18:14:05Z"),
};
const patients = [
  madePatient({ patient_key: 1, ...long, file_count: 120, files_loaded: 96, files_failed: 12, status: "importing" }),
  madePatient({ patient_key: 2, ...long, project_name: "x".repeat(70), file_count: 3, files_loaded: 3 }),
  madePatient({ patient_key: 3 }),
];

for (const width of [1024, 1280, 1366, 1440, 1760, 1920])
  test(`the patients list at ${width} px with long names`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.route("**/v1/patients/get_patients*", (route) =>
      route.fulfill({ json: { data: patients, total: 3, filters: ["id", "name"] } }),
    );
    await page.goto(`${server.url}/data/visualize`);
    await expect(page.getByText("12 failed")).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const found = await measure(page.getByRole("grid", { name: "Patients" }));
    expect(found.cut).toEqual([]);
    expect(found.rows).toEqual([40, 40, 40]);
    expect(found.head).toBe(36);
    await expect
      .poll(async () => (await measure(page.getByRole("grid", { name: "Patients" }))).cue)
      .toBe(found.scrolls);
    if (!found.scrolls) return;
    const grid = page.getByRole("grid", { name: "Patients" });
    await grid.evaluate((each) => each.parentElement?.scrollTo({ left: 100_000 }));
    await expect.poll(async () => (await measure(page.getByRole("grid", { name: "Patients" }))).cue).toBe(false);
    await expect(grid.getByRole("link", { name: long.patient_id }).first()).toBeInViewport();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

test("an empty search in a table of many columns says so where it is seen", async ({ page, server }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.route("**/v1/patients/get_patients*", (route) =>
    route.fulfill({ json: { data: [], total: 0, filters: ["id", "name"] } }),
  );
  await page.goto(`${server.url}/data/visualize?search=nobody`);
  const sentence = page.getByText("There are no records to display");
  await expect(sentence).toBeVisible();
  await page.getByRole("grid", { name: "Patients" }).evaluate((grid) => {
    grid.style.minWidth = "6000px";
  });
  const frame = await page.getByRole("region", { name: "Patients" }).boundingBox();
  const own = await sentence.boundingBox();
  expect(Math.abs((own?.x ?? 0) + (own?.width ?? 0) / 2 - ((frame?.x ?? 0) + (frame?.width ?? 0) / 2))).toBeLessThan(
    20,
  );
  // 1440 px at 400 %: what is searched by is reached.
  await page.setViewportSize({ width: 360, height: 700 });
  await expect(page.getByRole("main").getByRole("searchbox")).toBeInViewport({ ratio: 1 });
});

test("files of a patient at every width with names of 70 characters, and the one that is chosen", async ({
  page,
  server,
}) => {
  const names = [
    "2024-05-16 Routine and long term monitoring of the second week, pt one",
    "medications_of_the_neurocritical_care_unit_in_the_second_week_of.May",
  ];
  const file = { type: "file" as const, expanded: false, createtime: long.start_time, modtime: long.end_time };
  const data = names.map((name) => ({ ...file, id: name, name, path: name, size: 1_234_567_890 }));
  await page.route("**/v1/files/get_directory_structure*", (route) =>
    route.fulfill({ json: { data, total: data.length, files_left: 0 } }),
  );
  await page.route("**/v1/patients/get_patient_file_type*", (route) =>
    route.fulfill({ json: { files: names.map((obj_name, k) => madeFile({ obj_id: k + 1, obj_name })) } }),
  );
  const tree = page.getByRole("treegrid", { name: "Files" });
  const chosen = page.getByRole("button", { name: "File", exact: false }).filter({ hasText: names[0] });
  const found: string[] = [];
  for (const [tab, table] of [
    ["files", tree],
    ["data", chosen],
  ] as const) {
    await page.goto(`${server.url}/data/visualize/${tab}?patient_id=1`);
    await expect(table).toContainText(names[0]);
    await page.evaluate(() => document.fonts.ready);
    for (const width of [1024, 1280, 1366, 1440, 1760, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const { cut } = await (tab === "files" ? measure(tree) : measureText(chosen));
      if (cut.length > 0) found.push(`${tab} at ${width}: ${JSON.stringify(cut)}`);
      const { height } = (await table.getByText(names[0]).boundingBox()) ?? { height: 99 };
      if (height > 42) found.push(`${tab} at ${width}: a name of ${height} px`);
    }
  }
  expect(found).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("1440 px at 400 %: buttons, pages and cards of a patient are whole, and no name covers the other columns", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = () => page.getByRole("main").evaluate((main) => main.scrollWidth - main.clientWidth);
  await page.route("**/v1/patients/get_patients*", (route) =>
    route.fulfill({ json: { data: [{ ...patients[0], patient_identifier: "N".repeat(70) }], total: 1, filters: [] } }),
  );
  await page.goto(`${server.url}/data/visualize`);
  await expect(page.getByRole("button", { name: "Upload patient" })).toBeInViewport({ ratio: 1 });
  const grid = page.getByRole("grid", { name: "Patients" });
  await expect(grid.getByRole("link")).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await overflow()).toBe(0);
  // More than half of the page is the table's, below the whole sentence of what is reserved.
  await expect(page.getByText("reserved for review")).toBeInViewport({ ratio: 1 });
  expect((await grid.boundingBox())?.y).toBeLessThan(740 / 2 - 60);
  await expect(async () => {
    await grid.evaluate((each) => each.parentElement?.scrollTo({ left: 100_000 }));
    await expect(grid.getByRole("columnheader").last()).toBeInViewport({ ratio: 0.9, timeout: 100 });
    const seen = await grid.evaluate((each) => {
      const box = each.querySelector("tbody tr > :last-child")?.getBoundingClientRect() ?? new DOMRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + 10)?.closest("[data-header]") === null;
    });
    expect(seen).toBe(true);
  }).toPass();

  await page.route("**/v1/files/get_directory_structure*", (route) =>
    route.fulfill({ json: { data: [], total: 0, files_left: 0 } }),
  );
  for (const tab of ["files", "forms", "patient", "data", "annotations"]) {
    await page.goto(`${server.url}/data/visualize/${tab}?patient_id=1`);
    const pages = page.getByRole("navigation", { name: "Pages of this patient" });
    for (const link of await pages.getByRole("link").all()) await expect(link).toBeInViewport({ ratio: 1 });
    if (tab === "files")
      await expect(page.getByText("Uploaded files are listed here as soon as they have been read.")).toBeInViewport({
        ratio: 1,
      });
    expect(await overflow(), tab).toBe(0);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
