/** One user who abuses the sockets, in a process of its own: `load-abuser KIND URL TOKEN`, until it is ended. */
import { io, type Socket } from "socket.io-client";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  isPageFailure,
  type RenderModalities,
  type ServerToClientEvents,
  socketPath,
} from "../src/protocol/pages.ts";
import { recordingDetail } from "./recordings.ts";

const [kind, url, token, dataObjectId] = process.argv.slice(2);
const sockets = 100;
const pagesEach = 72;
const pairsPerSecond = 1400;
/** The largest answer there is: 16 MiB. */
const columns = 16_384;
const rows = 128;
const returnMs = 1000;
const againMs = 50;

const recording = await recordingDetail(url, token, Number(dataObjectId));
const group = recording.groups.find((one) => one.kind === "eeg");
if (group === undefined) throw new Error("the bench recording has no EEG");
const derivations = Array.from({ length: rows }, (_, k) => ({
  first: { kind: "channel" as const, index: k % group.channels.length },
  second: { kind: "zero" as const },
}));
let pages = 0;

/** In turn a page of 63 samples a column, which one thread computes as a whole, and one of a long view. */
function largest(): RenderModalities {
  if (group === undefined) throw new Error("the bench recording has no EEG");
  const page_id = ++pages;
  const width = page_id % 2 === 0 ? 63 : 64;
  return {
    patient_id: recording.patient_id,
    data_object_id: recording.data_object_id,
    page_id,
    modality_sources: [{ modality: group.modality, data_object_id: recording.data_object_id }],
    start: recording.start_ms,
    end: recording.end_ms,
    pixel_count: columns,
    patient_is_admitted: false,
    form: {
      kind: "recipe_columns",
      recipe: { derivations, filters: { lff: 1 + (page_id % 97) / 100, hff: 30, notch: 60 } },
      first_column: (page_id * columns) % Math.max(1, Math.floor(group.sample_count / width) - columns),
      samples_per_column: width,
    },
  };
}

function open(onConnect: (socket: Socket<ServerToClientEvents, ClientToServerEvents>) => void): void {
  const socket = io(`${url}${dataQueryNamespace}`, {
    path: socketPath,
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { token },
  });
  const later = () => setTimeout(() => socket.connect(), returnMs);
  socket.on("connect", () => onConnect(socket));
  socket.on("connect_error", later);
  socket.on("disconnect", later);
}

if (kind === "pages")
  for (let n = 0; n < sockets; n++)
    open((socket) => {
      const ask = () => {
        if (!socket.connected) return;
        socket.emit("render_modalities", largest(), (answer) => {
          if (isPageFailure(answer)) setTimeout(ask, againMs);
          else ask();
        });
      };
      for (let k = 0; k < pagesEach; k++) ask();
    });
else
  open((socket) => {
    const tickMs = 10;
    const timer = setInterval(() => {
      if (!socket.connected) return clearInterval(timer);
      for (let k = 0; k < (pairsPerSecond * tickMs) / 1000; k++) {
        const request = largest();
        socket.emit("render_modalities", request, () => undefined);
        socket.emit("cancel_page", { page_id: request.page_id });
      }
      return undefined;
    }, tickMs);
  });
