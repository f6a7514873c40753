/** What vite-plugin-wasm makes of the core: its exports as a module. */
declare module "*/build/core.wasm" {
  const exports: import("./core.ts").CoreExports;
  export = exports;
}
