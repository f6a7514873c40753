// Finds or installs what the tests need beyond npm packages: a Chromium. Prints where it is.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

/** First browser that exists: the one asked for, Debian's, a Chrome, or Playwright's own. */
export async function findBrowser() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
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

async function main() {
  let browser = await findBrowser();
  if (browser === undefined) {
    const canInstall = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
    if (!canInstall) {
      console.error(
        "The browser tests need Chromium or Chrome, none was found, and this account may not install one. " +
          "Install Chromium, or set CHROMIUM_PATH to a Chromium or Chrome, and run the tests again.",
      );
      process.exit(1);
    }
    console.log("Installing Chromium with apt-get ...");
    const quiet = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    spawnSync("apt-get", ["update"], quiet);
    const { status } = spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quiet);
    browser = await findBrowser();
    if (status !== 0 || browser === undefined) {
      console.error(
        "Chromium could not be installed. Install it by hand or set CHROMIUM_PATH, and run the tests again.",
      );
      process.exit(1);
    }
  }
  console.log(`Browser for the tests: ${browser}`);
}

if (process.argv[1]?.endsWith("prepare.mjs")) await main();
