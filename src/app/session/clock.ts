/** The server's clock as this computer sees it: ages of tokens are counted in server time. */
let offsetMs = 0;

/** Takes the Date header of an answer. It is cut to the second: half a second is its middle. */
export function readServerClock(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isFinite(serverMs)) offsetMs = serverMs + 500 - Date.now();
}

/** Server clock minus this computer's clock, ms, by the last answer. */
export const clockOffsetMs = () => offsetMs;
