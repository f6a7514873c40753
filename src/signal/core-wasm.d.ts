/** What vite-plugin-wasm makes of the core: its exports as a module. */
declare module "*/build/core.wasm" {
  const exports: import("./core.ts").CoreExports;
  export = exports;
}
declare module "*/build/raster.wasm" {
  const exports: import("./raster.ts").RasterExports;
  export = exports;
}
