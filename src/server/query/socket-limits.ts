/** Bounds of what one user may do over sockets, whatever number of them. A reviewer at 1000x asks for about 100 pages a second. */
export const socketLimits = {
  /** Sockets of a user over all namespaces; a review holds two, and a page in sight one for news. */
  mostSockets: 16,
  /** Pages of a user that wait for their turn, beside those that are being made. */
  mostWaiting: 64,
  requests: { perSecond: 300, burst: 600 },
  cancels: { perSecond: 300, burst: 600 },
  /** Bytes of answers; the next page is begun when they are within the rate. Playback at 1000x takes 20 MB a second and window. */
  bytes: { perSecond: 128 * 1024 * 1024, burst: 256 * 1024 * 1024 },
  /** Bytes of pages that are made and not taken, over all sockets: with as much, none is begun. */
  heldBytes: 64 * 1024 * 1024,
  /** So long a connection may take to end once its socket has: it may have much to take, or take nothing; ms. */
  lingerMs: 1000,
  /** Files asked for or given back on the prefetch socket. */
  reservations: { perSecond: 5, burst: 64 },
  /** Messages beyond those rates; who sends more is cut off. */
  patience: { perSecond: 100, burst: 3000 },
  /** So long no new socket of theirs is taken in; ms. */
  floodPauseMs: 10_000,
  /** So long after it was last checked, what a user may see goes on being shown while the database is away; ms. */
  graceMs: 15 * 60_000,
  /** Packets of one connection, whatever they hold; more ends it. */
  packets: { perSecond: 1000, burst: 8000 },
  /** One packet of a connection of which no session was shown: its handshake has 2 KB at most. */
  strangerBytes: 4096,
  /** Of one connection, over all namespaces. */
  handshakes: { perSecond: 4, burst: 40 },
  /** A connection that is in no namespace after this is ended. */
  admittedWithinMs: 5000,
} as const;
