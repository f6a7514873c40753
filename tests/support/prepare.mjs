// Finds or installs what the tests need beyond npm packages: a Chromium, which they cannot do without, its shell without
// windows, which halves what a page costs, Ceph's radosgw, an S3-compatible service, without which the tests about such
// services are skipped, and h5py, without which the test that reads a run's HDF5 file with it is. Prints where they are.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

/** Chromium's engine without the rest of a browser, of Debian. */
const shell = "/usr/bin/chromium-headless-shell";

/** Browser of the browser tests: the one asked for, Debian's shell, or what `findBrowser` finds. */
export const findTestBrowser = () => findBrowser(shell);

/** First browser that exists: the one asked for, those preferred, Debian's, a Chrome, Debian's shell, or Playwright's own. */
export async function findBrowser(...preferred) {
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...preferred,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    shell,
    (await import("playwright")).chromium.executablePath(),
  ];
  return candidates.find((path) => {
    if (!path) return false;
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const canInstall = () => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

/** Installs packages of Debian without what they only recommend. Whether apt-get says that they are there now. */
function install(...packages) {
  const quiet = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  // Where no mirror can be reached this is known soon.
  const patience = ["-o", "Acquire::http::Timeout=20"];
  spawnSync("apt-get", [...patience, "update"], quiet);
  const options = [...patience, "-y", "--no-install-recommends"];
  return spawnSync("apt-get", ["install", ...options, ...packages], quiet).status === 0;
}

/** Whether the programs that tests/support/radosgw.ts starts are there. */
const hasRadosgw = () =>
  ["radosgw", "ceph-mon", "ceph-osd"].every((name) => spawnSync(name, ["--version"]).status === 0);

function prepareRadosgw() {
  if (!hasRadosgw() && process.platform === "linux" && canInstall()) {
    console.log("Installing radosgw with apt-get ...");
    install("radosgw", "ceph-mon", "ceph-osd");
  }
  console.log(
    hasRadosgw()
      ? "S3-compatible service for the tests: radosgw"
      : "No radosgw: the tests about S3-compatible services are skipped.",
  );
}

/** Whether the Python of tests/contract/pages/pipelines.test.ts finds h5py. */
const hasH5py = () => spawnSync("/usr/bin/python3", ["-c", "import h5py"]).status === 0;

function prepareH5py() {
  if (!hasH5py() && process.platform === "linux" && canInstall()) {
    console.log("Installing python3-h5py with apt-get ...");
    install("python3-h5py");
  }
  console.log(
    hasH5py()
      ? "Reader of HDF5 files for the tests: h5py"
      : "No h5py (Debian's python3-h5py): the test that reads HDF5 files with it is skipped.",
  );
}

async function main() {
  if (
    (await findTestBrowser()) !== (process.env.CHROMIUM_PATH || shell) &&
    process.platform === "linux" &&
    canInstall()
  ) {
    console.log("Installing chromium-headless-shell with apt-get ...");
    install("chromium-headless-shell");
  }
  let browser = await findTestBrowser();
  if (browser === undefined) {
    if (!canInstall()) {
      console.error(
        "The browser tests need Chromium or Chrome, none was found, and this account may not install one. " +
          "Install Chromium, or set CHROMIUM_PATH to a Chromium or Chrome, and run the tests again.",
      );
      process.exit(1);
    }
    console.log("Installing Chromium with apt-get ...");
    const isInstalled = install("chromium");
    browser = await findTestBrowser();
    if (!isInstalled || browser === undefined) {
      console.error(
        "Chromium could not be installed. Install it by hand or set CHROMIUM_PATH, and run the tests again.",
      );
      process.exit(1);
    }
  }
  console.log(`Browser for the tests: ${browser}`);
  prepareRadosgw();
  prepareH5py();
}

if (process.argv[1]?.endsWith("prepare.mjs")) await main();
