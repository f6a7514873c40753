/** The prefetch of a review that is in sight, begun while its page is still being made: nobody sees the review before it has answered. */
import { openPrefetch, type PrefetchSocket, type PrefetchSocketOptions } from "./prefetch-socket.ts";

/** What is asked for, and for whom. */
type Wanted = Pick<PrefetchSocketOptions, "url" | "credentials" | "dataObjectId">;
type Heard = Pick<PrefetchSocketOptions, "onState" | "onAnswer" | "onProgress">;

/** So long it waits for the page. */
const heldMs = 10_000;

let prepared: { readonly wanted: Wanted; readonly socket: PrefetchSocket; tellTo(heard: Heard): void } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for a recording before its page does, which then takes it over with what was answered. */
export function preparePrefetch(wanted: Wanted): void {
  letGo();
  const said: ((heard: Heard) => void)[] = [];
  let to: Heard | null = null;
  const tell = (say: (heard: Heard) => void) => {
    if (to === null) said.push(say);
    else say(to);
  };
  const socket = openPrefetch({
    ...wanted,
    onState: (state) => tell((heard) => heard.onState(state)),
    onAnswer: (answer) => tell((heard) => heard.onAnswer(answer)),
    onProgress: (progress) => tell((heard) => heard.onProgress(progress)),
  });
  prepared = {
    wanted,
    socket,
    tellTo(heard) {
      to = heard;
      for (const say of said.splice(0)) say(heard);
    },
  };
  timer = setTimeout(letGo, heldMs);
}

/** The socket that was prepared for the same recording and session, or a new one. */
export function takePrefetch(options: PrefetchSocketOptions): PrefetchSocket {
  if (prepared === null || !isSame(prepared.wanted, options)) {
    letGo();
    return openPrefetch(options);
  }
  const { socket, tellTo } = prepared;
  clearTimeout(timer);
  prepared = null;
  tellTo(options);
  return socket;
}

function letGo(): void {
  clearTimeout(timer);
  prepared?.socket.close();
  prepared = null;
}

const isSame = (a: Wanted, b: Wanted): boolean =>
  a.url === b.url &&
  a.dataObjectId === b.dataObjectId &&
  a.credentials.token === b.credentials.token &&
  a.credentials.workspaceId === b.credentials.workspaceId;
