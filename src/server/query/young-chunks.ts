/** Chunks under way: their pieces stay in memory until the last one is there, and then until the file is. */
import { pyramidLevels } from "../../domain/time/grid.ts";
import type { GridColumns } from "../../signal/levels.ts";
import { type ChunkIdentity, encodeChunk } from "./chunk-file.ts";
import type { DerivedCache } from "./derived-cache.ts";
import { chunkSamples } from "./page-geometry.ts";

/** The levels of a piece, finest first, on the grid of the recording. */
export type Piece = readonly GridColumns[];

interface Young {
  /** By their place in the chunk. */
  pieces: (Piece | undefined)[];
  missing: number;
  bytes: number;
}

/** What is not complete by then is let go, the longest unused first: losing it is harmless. */
const defaultBudgetBytes = 48 * 1024 * 1024;

export class YoungChunks {
  private readonly chunks = new Map<string, Young>();
  private readonly storing = new Set<Promise<void>>();
  private bytes = 0;

  /** `onFailure` is told when a complete chunk could not be stored. */
  constructor(
    private readonly cache: Pick<DerivedCache, "store">,
    private readonly onFailure: (error: unknown) => void,
    private readonly budgetBytes = defaultBudgetBytes,
  ) {}

  /** A piece of the chunk, or undefined when it is not in memory. */
  piece(identity: ChunkIdentity, place: number): Piece | undefined {
    const name = nameOf(identity);
    const young = this.chunks.get(name);
    if (young === undefined) return undefined;
    this.chunks.delete(name);
    this.chunks.set(name, young); // the last in the order of use
    return young.pieces[place];
  }

  /** Keeps a piece of a chunk of so many; when it is the last one the chunk is stored, and let go once it is. */
  add(identity: ChunkIdentity, { place, pieces }: { place: number; pieces: number }, piece: Piece): void {
    const name = nameOf(identity);
    const young = this.chunks.get(name) ?? { pieces: new Array(pieces), missing: pieces, bytes: 0 };
    if (young.pieces[place] !== undefined) return;
    young.pieces[place] = piece;
    young.missing--;
    const bytes = piece.reduce((sum, { data, breaks }) => sum + data.byteLength + breaks.byteLength, 0);
    young.bytes += bytes;
    this.bytes += bytes;
    this.chunks.set(name, young);
    if (young.missing === 0) {
      const stored = this.store(identity, young);
      this.storing.add(stored);
      void stored.then(() => this.storing.delete(stored));
    }
    this.trim();
  }

  /** Resolves when what is complete is stored. */
  async idle(): Promise<void> {
    await Promise.all(this.storing);
  }

  private async store(identity: ChunkIdentity, young: Young): Promise<void> {
    try {
      await new Promise((resolve) => setImmediate(resolve)); // the page that waits for this piece goes first
      await this.cache.store(identity, encodeChunk(identity, joined(identity, young.pieces as Piece[])));
    } catch (error) {
      this.onFailure(error);
    }
    this.drop(nameOf(identity), young);
  }

  private drop(name: string, young: Young): void {
    if (this.chunks.get(name) !== young) return;
    this.chunks.delete(name);
    this.bytes -= young.bytes;
  }

  private trim(): void {
    for (const [name, young] of this.chunks) {
      if (this.bytes <= this.budgetBytes) return;
      if (young.missing > 0) this.drop(name, young);
    }
  }
}

/** With its length: the last chunk of a recording that grew is a shorter one in the end. */
const nameOf = ({ pyramid, chunk, columns }: ChunkIdentity) => `${pyramid}/${chunk}/${columns}`;

/** The levels of a chunk out of its pieces. */
function joined({ chunk, rows }: ChunkIdentity, pieces: readonly Piece[]): GridColumns[] {
  return pyramidLevels.map((width, level) => {
    const firstColumn = (chunk * chunkSamples) / width;
    const columns = pieces.reduce((sum, piece) => sum + piece[level].columns, 0);
    const data = new Float32Array(rows * columns * 2);
    const breaks = new Uint8Array(columns);
    for (const piece of pieces) {
      const part = piece[level];
      const at = part.firstColumn - firstColumn;
      breaks.set(part.breaks, at);
      for (let row = 0; row < rows; row++)
        data.set(part.data.subarray(row * part.columns * 2, (row + 1) * part.columns * 2), (row * columns + at) * 2);
    }
    return { data, breaks, rows, firstColumn, columns };
  });
}
