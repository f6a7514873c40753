/** Tables of the administration at every width, with the longest names there may be: nothing is cut, what scrolls shows it. */
import {
  createProject,
  createRole,
  createSite,
  getProjects,
  getRoles,
  getSites,
  getUsers,
  inviteUsers,
} from "../../src/protocol/admin.ts";
import { expect, paths, test, unique } from "./admin-world.ts";
import { measure } from "./table-measure.ts";

/** Two lines of text fit in a row of 40 px and its border. */
const twoLines = 41;

test("nothing is cut at any width", async ({ page, screens, server }) => {
  test.setTimeout(240_000);
  const name = `Spreading Depolarisation Watch in Subarachnoid Haemorrhage ${unique()}`;
  const word = "Donaudampfschifffahrtsgesellschaftskapitaen".repeat(2).slice(0, 60);
  const user_ids = (await server.ask(getUsers, {})).data.slice(0, 1).map(({ id }) => id);
  await server.ask(createProject, { name: `${name} II`, identifier: word, user_ids });
  await server.ask(createSite, {
    identifier: unique().slice(0, 4),
    name: `${name}, Intensivstation`,
    location: word,
    user_ids,
  });
  await server.ask(createRole, { name: `${name} Reviewer`, description: name.slice(0, 60), permission_ids: [1] });
  const [{ data: roles }, { data: sites }, { data: projects }] = await Promise.all([
    server.ask(getRoles, {}),
    server.ask(getSites, { return_all_sites: true }),
    server.ask(getProjects, {}),
  ]);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const emails = [`maria-magdalena.okafor-featherstonehaugh.${unique()}@neurologische-intensivstation.heidelberg.test`];
  await server.ask(inviteUsers, { emails, project_ids: ids(projects), site_ids: ids(sites), role_ids: ids(roles) });
  const found: string[] = [];
  for (const [at, path] of Object.entries(paths))
    for (const width of [1024, 1280, 1366, 1440, 1760, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await screens.open(path);
      await expect(screens.grid.getByRole("row").nth(1)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const { cut, scrolls, rows } = await measure(screens.grid);
      if (cut.length > 0) found.push(`${at} at ${width}: cut ${JSON.stringify(cut.slice(0, 4))} of ${cut.length}`);
      if (Math.max(...rows) > twoLines) found.push(`${at} at ${width}: rows of ${[...new Set(rows)].join(", ")}`);
      if ((await measure(screens.grid)).cue !== scrolls)
        found.push(`${at} at ${width}: scrolls ${scrolls} without a cue`);
    }
  expect(found).toEqual([]);
});
