/** Browser tests: the built application on a real server, once per back end of the renderer. */
import { defineConfig } from "playwright/test";
import { findTestBrowser } from "./support/prepare.mjs";

const executablePath = await findTestBrowser();
const common = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** A software GPU: WebGPU is drawn for real, slowly. */
const softwareGpu = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
];

export interface BackendOption {
  /** Back end the address asks for. */
  backend: "canvas2d" | "webgpu";
}

export default defineConfig<BackendOption>({
  testDir: "./browser",
  outputDir: "../test-results",
  globalSetup: "./support/imported-setup.ts",
  reporter: "list",
  // Each has servers, databases and folders of its own.
  workers: 2,
  forbidOnly: true,
  // What passes only the second time is broken.
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Pacific/Auckland",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "canvas2d",
      // What is about the graphics device itself.
      grepInvert: /@device/,
      use: { backend: "canvas2d", launchOptions: { executablePath, args: common } },
    },
    {
      name: "webgpu",
      // What draws something of its own. All else is the same with either: screens without a plot, clock, links, gestures,
      // files that grow, lost connections. What is drawn is compared pixel by pixel in tests/golden/render-backends.test.ts.
      grep: /@drawn/,
      use: { backend: "webgpu", launchOptions: { executablePath, args: [...common, ...softwareGpu] } },
    },
  ],
});
