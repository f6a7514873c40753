/** The rasteriser in the browser. */
import * as exports from "../../build/raster.wasm";
import { RasterCore } from "./raster.ts";

export const rasterCore: RasterCore = new RasterCore(exports);
