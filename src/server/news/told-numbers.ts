/** Numbers of which a viewer is told only where they may know of the change: what others do that is kept from them is not to be heard as a moment either. */

export interface ToldNumbersDeps {
  /** Of these recordings, what the viewer may know now. */
  numbers(recordingIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  send(recordingId: number, number: number): void;
  /** It could not be found out: anything may have moved. */
  sendUnknown(): void;
}

export class ToldNumbers {
  /** By recording, what the viewer knows. */
  private readonly told = new Map<number, number>();

  constructor(private readonly world: ToldNumbersDeps) {}

  /** What they know as they begin to follow. */
  begin(numbers: ReadonlyMap<number, number>): void {
    for (const [id, number] of numbers) if (!this.told.has(id)) this.told.set(id, number);
  }

  /** Something moved. Never fails. */
  async moved(recordingId: number): Promise<void> {
    try {
      const number = (await this.world.numbers([recordingId])).get(recordingId);
      if (number === undefined || number <= (this.told.get(recordingId) ?? 0)) return;
      this.told.set(recordingId, number);
      this.world.send(recordingId, number);
    } catch {
      this.world.sendUnknown();
    }
  }
}
