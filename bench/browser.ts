/**
 * Headless Chromium driven over its debugging socket, with nothing switched on but evaluation. A test driver that also
 * records network traffic copies every page of samples to itself, which costs a fifth of two cores at 1000x.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { findBrowser } from "../tests/support/prepare.mjs";

export interface BenchPage {
  goto(url: string): Promise<void>;
  /** Size of the page in CSS px, one device pixel each. */
  resize(width: number, height: number): Promise<void>;
  /** A link of so many bits a second each way and so much delay a round; null: as it is. */
  throttle(link: { bitsPerSecond: number; delayMs: number } | null): Promise<void>;
  /** The next page loads everything anew. */
  emptyCache(): Promise<void>;
  /** Sets a cookie before a page of `url` is opened. */
  setCookie(url: string, name: string, value: string): Promise<void>;
  /** The theme that the reader's system asks for. */
  prefer(theme: "light" | "dark"): Promise<void>;
  /** What the page shows, as WebP. */
  picture(): Promise<Buffer>;
  /** Process of the browser. */
  readonly pid: number;
  /** Chooses files of the disk in the first file input that the selector finds. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** Value of an expression in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until the expression is true in the page. */
  until(expression: string): Promise<void>;
  close(): void;
}

const untilMs = 60_000;

/** Starts a browser with one page. Throws when there is none. */
export async function openBrowser(): Promise<BenchPage> {
  const executable = await findBrowser();
  if (executable === undefined) throw new Error("No Chromium was found; set CHROMIUM_PATH.");
  const profile = mkdtempSync(join(tmpdir(), "connect-bench-"));
  const flags = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  const more = ["--disable-component-update", "--disable-sync", "--hide-scrollbars", "--headless=new"];
  const place = ["--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(executable, [...flags, ...more, ...place], { stdio: ["ignore", "ignore", "pipe"] });
  const port = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (chunk) => {
      text += chunk;
      const found = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(text);
      if (found !== null) resolve(found[1]);
    });
    child.once("exit", () => reject(new Error(`The browser ended: ${text.slice(-500)}`)));
  });
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Record<string, string>[];
  const socket = new WebSocket(targets.find(({ type }) => type === "page")?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const send = commands(socket);

  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<{
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return {
    evaluate,
    pid: child.pid as number,
    async setFiles(selector, files) {
      const { root } = await send<{ root: { nodeId: number } }>("DOM.getDocument", {});
      const { nodeId } = await send<{ nodeId: number }>("DOM.querySelector", { nodeId: root.nodeId, selector });
      await send("DOM.setFileInputFiles", { nodeId, files });
    },
    goto: async (url) => void (await send("Page.navigate", { url })),
    resize: async (width, height) =>
      void (await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false })),
    async throttle(link) {
      await send("Network.enable", {});
      const bytes = link === null ? -1 : link.bitsPerSecond / 8;
      const conditions = { offline: false, downloadThroughput: bytes, uploadThroughput: bytes };
      await send("Network.emulateNetworkConditions", { ...conditions, latency: link?.delayMs ?? 0 });
    },
    prefer: async (theme) =>
      void (await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] })),
    async picture() {
      const { data } = await send<{ data: string }>("Page.captureScreenshot", { format: "webp", quality: 85 });
      return Buffer.from(data, "base64");
    },
    emptyCache: async () => void (await send("Network.clearBrowserCache", {})),
    setCookie: async (url, name, value) =>
      void (await send("Network.setCookie", { url, name, value, sameSite: "Strict" })),
    async until(expression) {
      const deadline = performance.now() + untilMs;
      // A page that is just being left has no answer: asked again.
      while (!(await evaluate<boolean>(`(${expression}) === true`).catch(() => false))) {
        if (performance.now() > deadline) throw new Error(`The page never came to: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    close() {
      socket.close();
      child.once("exit", () => {
        try {
          rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
        } catch {
          // A helper of the browser still writes there; a temporary folder is no reason to lose the figures.
        }
      });
      child.kill();
    },
  };
}

/** Sends commands and pairs the answers with them. */
function commands(socket: WebSocket): <T>(method: string, params: object) => Promise<T> {
  let last = 0;
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (reason: Error) => void }>();
  socket.on("message", (data) => {
    const { id, result, error } = JSON.parse(String(data));
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(result as never);
    else waiter?.reject(new Error(error.message));
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
