/** A store of displays with a server of one process, for its tests. */
import type { DisplayForm, DisplayGroup, DisplayViews, WindowUpdate } from "../../../protocol/displays.ts";
import { makeDisplayStore } from "./display-store.ts";
import type { CallFailure, Chosen } from "./display-store-types.ts";

export const eeg = (props: Record<string, unknown> = {}) => ({
  area: "a",
  componentId: "eeg_montage",
  version: 1,
  props,
});
export const display = (id: number, name = `D${id}`) => ({ id, name, cssGridTemplate: '"a"', areas: [eeg()] });
export const groupOf = (id: number, rest: Partial<DisplayGroup> = {}): DisplayGroup => ({
  id,
  name: `G${id}`,
  type: "personal",
  layouts: [display(1), display(2)],
  revision: 1,
  is_own: true,
  may_change: true,
  changed_by: "Ada",
  changed_at: 0,
  ...rest,
});

class Refusal extends Error {
  constructor(readonly kind: CallFailure["kind"]) {
    super(kind);
  }
}

/** A server of one process, and time that the test moves. */
export function world(
  groups: DisplayGroup[] = [groupOf(1)],
  remembered: Chosen | null = null,
  failure: CallFailure["kind"] | null = null,
) {
  const server = {
    groups,
    views: {} as DisplayViews,
    sent: [] as WindowUpdate[][],
    told: [] as string[],
    remembered,
    failure,
    timers: new Set<() => void>(),
    asked: 0,
    mayWrite: "yes" as "yes" | "later" | "never",
    canOutlivePage: true,
    nowMs: 0,
    /** Calls that were to outlive the page. */
    outliving: [] as string[],
    /** The list is answered as it was when it was asked for, once this is done. */
    slow: null as Promise<void> | null,
  };
  const fail = () => {
    if (server.failure !== null) throw new Refusal(server.failure);
  };
  const put = (group: DisplayGroup) => {
    server.groups = [...server.groups.filter(({ id }) => id !== group.id), group];
    return group;
  };
  const find = (id: number) => {
    const found = server.groups.find((group) => group.id === id);
    if (found === undefined) throw new Refusal("refused");
    return found;
  };
  const store = makeDisplayStore({
    async ask() {
      server.asked++;
      fail();
      const answer = { layouts: structuredClone(server.groups), views: structuredClone(server.views) };
      await server.slow;
      return answer;
    },
    async create(name, layouts, type) {
      fail();
      const id = Math.max(0, ...server.groups.map((group) => group.id)) + 1;
      return put(groupOf(id, { name, type, layouts: layouts.map((each, k) => ({ ...each, id: k + 1 })) as never }));
    },
    async modify({ id, revision }, name, layouts, isLeaving) {
      if (isLeaving) server.outliving.push("modify");
      fail();
      const now = find(id);
      if (now.revision !== revision) throw new Refusal("changed");
      let next = Math.max(0, ...now.layouts.map((each) => each.id)) + 1;
      const kept = layouts.map((each: DisplayForm) => ({ ...each, id: each.id ?? next++ }));
      return put({ ...now, name, layouts: kept as never, revision: revision + 1 });
    },
    async remove({ id, revision }) {
      fail();
      if (find(id).revision !== revision) throw new Refusal("changed");
      server.groups = server.groups.filter((group) => group.id !== id);
    },
    async update(id, updates, isLeaving) {
      if (isLeaving) server.outliving.push("update");
      fail();
      server.sent.push([...updates]);
      const now = find(id);
      return put({ ...now, revision: now.revision + 1 });
    },
    mayWrite: () => server.mayWrite,
    canOutlivePage: () => server.canOutlivePage,
    failureOf: (error) => ({ kind: error instanceof Refusal ? error.kind : "refused", reason: String(error) }),
    tell: (reason) => server.told.push(reason),
    remembered: () => server.remembered,
    remember: (chosen) => {
      server.remembered = chosen;
    },
    now: () => server.nowMs,
    later(work) {
      server.timers.add(work);
      return () => server.timers.delete(work);
    },
  });
  const rest = async () => {
    for (const work of [...server.timers]) {
      server.timers.delete(work);
      work();
    }
    for (let k = 0; k < 20; k++) await Promise.resolve();
  };
  return { server, store, rest };
}
