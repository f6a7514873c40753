/** A Chromium with the harness page, served by Vite with the isolation headers. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import wasm from "vite-plugin-wasm";
import { coreAlias, isolationHeaders } from "../../../vite.config.ts";
import { findBrowser } from "../../support/prepare.mjs";

const quiet = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** WebGPU on the processor: right, not fast. */
export const softwareGpu = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
];

export interface Harness extends AsyncDisposable {
  page: Page;
}

export async function openHarness(args: readonly string[], scale = 1): Promise<Harness> {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const server: ViteDevServer = await createServer({
    configFile: false,
    root,
    cacheDir: join(tmpdir(), `connect-golden-${process.pid}`),
    logLevel: "warn",
    resolve: { alias: coreAlias },
    plugins: [wasm()],
    optimizeDeps: { noDiscovery: true },
    server: {
      host: "127.0.0.1",
      port: 0,
      hmr: false,
      watch: null,
      headers: isolationHeaders,
      fs: { allow: [fileURLToPath(new URL("../../..", import.meta.url))] },
    },
  });
  await server.listen();
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: [...quiet, ...args],
    });
    const page = await browser.newPage({ deviceScaleFactor: scale });
    page.on("pageerror", (error) => console.error("page:", error));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") console.error("page:", message.text());
    });
    const address = server.httpServer?.address();
    if (typeof address !== "object" || address === null) throw new Error("Vite does not listen");
    await page.goto(`http://127.0.0.1:${address.port}/`);
    await page.waitForFunction(() => window.golden !== undefined);
    return {
      page,
      async [Symbol.asyncDispose]() {
        await browser?.close();
        await server.close();
      },
    };
  } catch (error) {
    await browser?.close();
    await server.close();
    throw error;
  }
}

export const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));
