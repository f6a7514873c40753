/** A connection to one namespace of the server: websocket only, back after 1000 ms whenever it is lost (spec 001 section 7). */
import { io, type Socket } from "socket.io-client";
import {
  otherProtocol,
  pageLimits,
  type SocketAuth,
  socketPath,
  socketProtocol,
  socketRefusals,
  socketUnavailable,
  tooManySockets,
} from "../protocol/pages.ts";
import type { ConnectionState, Credentials } from "./types.ts";

/** Events by name, as socket.io describes them. */
type Events<Map> = { [Name in keyof Map]: (...args: never[]) => void };

export interface Connection<Heard extends Events<Heard>, Said extends Events<Said>> {
  readonly socket: Socket<Heard, Said>;
  readonly state: ConnectionState;
  /** Connects anew with these, unless it is connected with the same. */
  authorise(credentials: Credentials): void;
  /** From now on it is not brought back, and `onState` is not called; what is connected stays so until `close`. */
  leave(): void;
  close(): void;
}

export interface ConnectionOptions {
  /** Origin of the server. */
  url: string;
  namespace: string;
  credentials: Credentials;
  /** Codes of pages that are understood. */
  codes?: readonly string[];
  onState(state: ConnectionState): void;
}

const isRefusal = (message: string): boolean => socketRefusals.some((code) => code === message);

/** Connects at once. A refused token stops the trying until `authorise` brings another. */
export function openConnection<Heard extends Events<Heard>, Said extends Events<Said>>(
  options: ConnectionOptions,
): Connection<Heard, Said> {
  const { url, namespace, codes, onState } = options;
  let { credentials } = options;
  const client = madeName();
  const socket = io(new URL(namespace, url).href, {
    path: socketPath,
    auth: (say) => say({ ...authOf(credentials, client), ...(codes === undefined ? {} : { codes }) }),
    transports: ["websocket"],
    // One each, so that the server sees whoever leaves as gone.
    forceNew: true,
    reconnectionDelay: pageLimits.reconnectMs,
    reconnectionDelayMax: pageLimits.reconnectMs,
    randomizationFactor: 0,
  });
  let state: ConnectionState = "connecting";
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  const enter = (next: ConnectionState) => {
    if (next === state || isLeft) return;
    state = next;
    onState(next);
  };
  /** socket.io reconnects by itself, except when the server said no or goodbye. */
  const lost = (why: "disconnected" | "crowded" | "outdated" | "unavailable" = "disconnected") => {
    enter(why);
    clearTimeout(retry);
    const { crowdedRetryMs, reconnectMs } = pageLimits;
    const delayMs = why === "crowded" || why === "outdated" ? crowdedRetryMs : reconnectMs;
    if (!socket.active && !isLeft) retry = setTimeout(() => socket.connect(), delayMs);
  };
  socket.on("connect", () => {
    if (isLeft)
      socket.disconnect(); // lost while it took its leave
    else enter("connected");
  });
  socket.on("connect_error", ({ message }) => {
    if (isRefusal(message)) enter("unauthorised");
    else if (message === tooManySockets) lost("crowded");
    else if (message === otherProtocol) lost("outdated");
    else if (message === socketUnavailable) lost("unavailable");
    else lost();
  });
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") lost();
  });
  const leave = () => {
    isLeft = true;
    clearTimeout(retry);
  };
  return {
    socket,
    get state() {
      return state;
    },
    authorise(next) {
      const isSame = next.token === credentials.token && next.workspaceId === credentials.workspaceId;
      credentials = next;
      if (isLeft || (isSame && state !== "unauthorised")) return;
      if (socket.connected) enter("disconnected");
      clearTimeout(retry);
      socket.disconnect().connect();
    },
    leave,
    close() {
      leave();
      socket.disconnect();
    },
  };
}

/** Random; pages without TLS have no `crypto.randomUUID`. */
const madeName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const authOf = ({ token, workspaceId }: Credentials, client: string): SocketAuth => ({
  token: token ?? "",
  client,
  protocol: socketProtocol,
  ...(workspaceId === null ? {} : { parent_study_id: workspaceId }),
});
