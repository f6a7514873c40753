/**
 * Files and sections that READMEs and comments name are there: what explains the program does not go stale unseen.
 *
 * A path is looked for from the folder of the file that names it upwards, then below that folder; failing that, it has to be
 * the end of exactly one path in the repository. Sections are those of our own pages (src/README.md 4).
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const left = new Set(["node_modules", "build", "dist", "data", "test-results", ".git"]);
/** Plans and results of their time: they name files as these were called then. */
const ofTheirTime = new Set(["CHANGELOG.md", "bench/results.md"]);

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (left.has(name)) return [];
    return statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path];
  });
}

const all = filesBelow("");
const isText = (file: string) => /\.(tsx?|mjs|css|wgsl|sql|md)$/.test(file) && !ofTheirTime.has(file);

/** What a file says to its readers: a page whole, of anything else its comments. A line break in a comment is a blank. */
function wordsOf(file: string): string {
  const text = readFileSync(join(root, file), "utf8");
  const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^-- .*$/gm;
  const words = file.endsWith(".md") ? text : (text.match(comments) ?? []).join("\n\n");
  return words.replace(/\n[ \t]*(?:\*|\/\/|--)?[ \t]+(?=\S)/g, " ");
}

const asPattern = (path: string) =>
  path.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, (stars) => (stars.length > 1 ? ".*" : "[^/]*"));

/** The files that a path in the words of `file` may mean. */
function meantBy(path: string, file: string): string[] {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const at = join(folder, path);
    const there = path.includes("*") ? all.filter((one) => new RegExp(`^${asPattern(at)}$`).test(one)) : [at];
    if (there.length > 0 && there.every((one) => !one.startsWith("..") && existsSync(join(root, one)))) return there;
    if (folder === ".") break;
  }
  const ends = all.filter((one) => new RegExp(`(^|/)${asPattern(path.replace(/^(?:\.{1,2}\/)+/, ""))}$`).test(one));
  const below = ends.filter((one) => !relative(dirname(file), one).startsWith(".."));
  return below.length > 0 ? below : ends.length === 1 || path.includes("*") ? ends : [];
}

const paths = /(?<![\w/.*<>$}-])(?:\.{1,2}\/)*[\w.*-]+(?:\/[\w.*-]+)*\.(?:tsx?|mjs|md|css|wgsl|sql)\b(?![\w/])/g;
/** Extensions that are spoken of, as in "*.ts". */
const isName = (path: string) => !/^[.*]*\.\w+$/.test(path);

it("names only files that are there", () => {
  const stale = all
    .filter(isText)
    .flatMap((file) =>
      [...new Set(wordsOf(file).match(paths) ?? [])]
        .filter((path) => isName(path) && meantBy(path, file).length === 0)
        .map((path) => `${file}: ${path}`),
    );
  expect(stale).toEqual([]);
});

it("names only folders that are there", () => {
  const stale = all.filter(isText).flatMap((file) => {
    const words = wordsOf(file);
    const whole = words.match(/(?<=`)(?:src|tests|bench|assembly|shaders)\/[\w./-]*(?=`)/g) ?? [];
    const listed = file.endsWith("README.md") ? (words.match(/(?<=^\| `)[\w./-]+\/(?=`)/gm) ?? []) : [];
    return [
      ...new Set([...whole.map((path) => join(root, path)), ...listed.map((path) => join(root, dirname(file), path))]),
    ]
      .filter((path) => !existsSync(path) && !existsSync(join(root, relative(join(root, dirname(file)), path))))
      .map((path) => `${file}: ${relative(root, path)}`);
  });
  expect(stale).toEqual([]);
});

const headingsOf = (page: string) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^#+ (.*)$/gm)].map((match) => match[1]);

it("names only sections that are there", () => {
  const cited =
    /([\w./-]+\.md)`?(?:(?: sections?)? (\d+(?:\.\d+)*(?:(?:, (?:and )?| and | to )\d+(?:\.\d+)*(?![\w-]))*)|, ([A-Z][A-Za-z ]+))/g;
  const stale = all.filter(isText).flatMap((file) =>
    [...wordsOf(file).matchAll(cited)].flatMap(([, path, numbers, name]) => {
      const [page] = meantBy(path, file);
      if (page === undefined) return [];
      const headings = headingsOf(page);
      const wanted = numbers?.split(/,? and |, | to /) ?? [name];
      return wanted
        .filter((one) =>
          numbers === undefined
            ? !headings.some((heading) => one.startsWith(heading))
            : !headings.some((heading) => heading.startsWith(`${one}.`) || heading.startsWith(`${one} `)),
        )
        .map((one) => `${file}: ${path} ${one}`);
    }),
  );
  expect(stale).toEqual([]);
});
