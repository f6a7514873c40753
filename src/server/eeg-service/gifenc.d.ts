/** gifenc brings no types of its own; what is used of it. */
declare module "gifenc" {
  export interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette: readonly (readonly [number, number, number])[] },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  export function GIFEncoder(options?: { initialCapacity?: number }): Encoder;
}
