/** The news socket: the same path, handshake and end as the data query socket. It only speaks. */
import type { DefaultEventsMap, Namespace, Socket } from "socket.io";
import { type NewsClientEvents, type NewsServerEvents, newsNamespace } from "../../protocol/news.ts";
import type { Bus, BusEvent } from "../platform/bus/bus.ts";
import type { Queries } from "../platform/database/sql.ts";
import { type Admitted, admission, type PageSocketServer, tieToConnection } from "../query/socket.ts";
import type { SocketAudit } from "../query/socket-audit.ts";
import { type SessionOf, SessionWatch } from "../query/socket-session.ts";
import type { UserRooms } from "../query/user-room.ts";
import { type News, type NewsLog, PatientNews } from "./patient-news.ts";
import { documentFor, newsFor, type Places, placesOf } from "./viewer-scope.ts";

type NewsSpace = Namespace<NewsClientEvents, NewsServerEvents, DefaultEventsMap, Admitted>;
type NewsSocket = Socket<NewsClientEvents, NewsServerEvents, DefaultEventsMap, Admitted>;

export interface NewsSocketOptions {
  db: Queries;
  bus: Pick<Bus, "listen">;
  sessionOf: SessionOf;
  rooms: UserRooms;
  audit: SocketAudit;
  log: NewsLog;
}

/** Returns the function that ends it. */
export function attachNewsSocket(io: PageSocketServer, options: NewsSocketOptions): () => void {
  const { db, bus, log } = options;
  const space = io.of(newsNamespace) as unknown as NewsSpace;
  const news = new PatientNews({ db, log });
  const served = new Set<Served>();
  const leave = bus.listen((event) => {
    for (const { hear } of served) hear(event);
  });
  space.use(admission(options));
  space.on("connection", (socket) => serve(socket, { news, served, ...options }));
  return () => {
    leave();
    news.close();
  };
}

/** A viewer who hears of the bus. */
interface Served {
  hear(event: BusEvent): void;
}

function serve(
  socket: NewsSocket,
  { db, sessionOf, news, served }: NewsSocketOptions & { news: PatientNews; served: Set<Served> },
): void {
  const { token, session } = socket.data;
  /** Null until they are known: then every piece of news is told as "any of them", and what is shown is asked anew. */
  let places: Places | null = null;
  const readPlaces = async () => {
    places = null;
    places = await placesOf(db, session).catch(() => null);
  };
  const tell = (changed: News) => {
    const told = places === null ? { patient_keys: null } : newsFor(changed, session.workspaceId, places);
    if (told !== undefined) socket.emit("patients_changed", told);
  };
  const end = news.listen(tell);
  const watch = new SessionWatch({
    token,
    session,
    sessionOf,
    onEnd: () => socket.disconnect(true),
    onScopeChange: () => {
      void readPlaces();
      socket.emit("patients_changed", { patient_keys: null });
    },
  });
  const one: Served = {
    hear(event) {
      watch.hear(event);
      const changed = documentFor(event, session);
      if (changed !== undefined) socket.emit("document_changed", changed);
    },
  };
  served.add(one);
  void watch.ask(); // the token may have ended between the handshake and now
  tieToConnection(socket);
  void readPlaces().then(() => tell(news.recent()));
  socket.on("disconnect", () => {
    served.delete(one);
    watch.close();
    end();
  });
}
