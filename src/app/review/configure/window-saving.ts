/** How what is set in a window is kept: by the display that the window stands in. */

/** Of the display that is shown. */
export interface DisplayKeeper {
  /** Whether anything is kept: not in a display that is nobody's, nor in one that the reader may not change. */
  isKept(): boolean;
  /**
   * Sends what was set in a window, and waits until the display holds it.
   * @throws Error with a sentence. Where the server was away it is sent again by itself.
   */
  save(area: string): Promise<void>;
}

/** Of one window. */
export interface WindowSaving extends Pick<DisplayKeeper, "isKept"> {
  /** Whether the window stands in a display. */
  hasDisplay(): boolean;
  /** @throws Error with a sentence */
  save(): Promise<void>;
}
