/** The data worker: connects the room to a real socket, the engine and the page. */
import { decodeBlock } from "../../signal/codec.ts";
import { adoptCoreMemory } from "../../signal/memory-handoff.ts";
import { Handover } from "../handover.ts";
import type { FromWorker, ToWorker } from "../messages.ts";
import { FeedRoom } from "./room.ts";
import { Slots } from "./slots.ts";
import { openSocket } from "./socket.ts";
import { feedTexts } from "./texts.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: FromWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

/** Runs after the events that wait now, without the 4 ms that browsers add to nested timers. */
function makeDefer(): (run: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (run) => {
    waiting.push(run);
    port2.postMessage(null);
  };
}

type Start = Extract<ToWorker, { type: "start" }>;

type Loaded = Promise<[typeof import("../../signal/browser.ts"), typeof import("../../signal/memory.ts")]>;
let loaded: Loaded | null = null;

/** The engine, on the page's memory when there is one: it takes the memory it finds, so this comes first. */
function loadEngine(shared: WebAssembly.Memory | null): Loaded {
  if (loaded === null && shared !== null) adoptCoreMemory(shared);
  loaded ??= Promise.all([import("../../signal/browser.ts"), import("../../signal/memory.ts")]);
  return loaded;
}

async function start({ url, credentials, memory: shared, handover, firstTile }: Start): Promise<FeedRoom> {
  const socket = openSocket(url, credentials);
  const [{ core, engine }, { memory, memoryMap }] = await loadEngine(shared);
  return new FeedRoom({
    now: () => performance.now(),
    timer: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    defer: makeDefer(),
    post,
    engine,
    unpack: (bytes, shape) => decodeBlock(core, bytes, shape),
    slots: shared === null ? null : new Slots(memory.buffer, memoryMap.tiles),
    handover: handover === null ? null : new Handover(handover),
    firstTile,
    socket,
  });
}

let room: FeedRoom | null = null;
const early: ToWorker[] = [];

scope.onmessage = ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.type === "prepare")
    loadEngine(message.memory).catch(() => {}); // whoever starts is told
  else if (room !== null) room.receive(message);
  else if (message.type !== "start") early.push(message);
  else
    start(message).then(
      (opened) => {
        room = opened;
        for (const waiting of early.splice(0)) opened.receive(waiting);
      },
      (error: unknown) => {
        console.error("feed.engine_failed", error);
        post({ type: "broken", message: feedTexts.engineFailed });
      },
    );
};
