/** Which windows of a review are linked: those that are share one group, any other one has a group and a clock of its own. */
import type { Course } from "../../../domain/time/course.ts";
import { runClock } from "./link-clock.ts";
import { createLinkGroup, type LinkGroup, type ServerLink } from "./link-group.ts";
import { joinLink, leaveLink, pauseAll, setFollowing, type Timeline } from "./timeline.ts";

export interface WindowLinks extends Disposable {
  /** Of the windows that are linked. */
  readonly shared: LinkGroup;
  /** The group that a window is opened in. */
  groupFor(isLinked: boolean): LinkGroup;
  isLinked(timeline: Timeline): boolean;
  /** Links a window with the others, which then go on together, or lets it go its own way. A live one stays as it is. */
  setLinked(timeline: Timeline, isLinked: boolean): void;
  /** Locks a window to the latest data, which takes its link off, or lets it go: it then stands where it is, unlinked. */
  setLive(timeline: Timeline, isLive: boolean): void;
  /** Nothing plays any more, and nothing is live. */
  stopAll(): void;
  /** The window is closed. */
  close(timeline: Timeline): void;
}

/** `courseOf`: where playback is slower or stops, of every group; `server`: theirs. */
export function createWindowLinks(courseOf?: () => Course, server?: ServerLink): WindowLinks {
  const shared = createLinkGroup();
  const clocks = new Map<LinkGroup, Disposable>([[shared, runClock(shared, courseOf, server)]]);
  const openGroup = (): LinkGroup => {
    const group = createLinkGroup();
    clocks.set(group, runClock(group, courseOf, server));
    return group;
  };
  const closeGroup = (group: LinkGroup) => {
    if (group === shared) return;
    clocks.get(group)?.[Symbol.dispose]();
    clocks.delete(group);
  };
  const isLinked = ({ link }: Timeline) => link === shared;
  const move = (timeline: Timeline, group: LinkGroup) => {
    const before = timeline.link;
    joinLink(timeline, group);
    closeGroup(before);
  };

  return {
    shared,
    groupFor: (linked) => (linked ? shared : openGroup()),
    isLinked,
    setLinked(timeline, linked) {
      if (timeline.link.state.isFollowing || isLinked(timeline) === linked) return;
      move(timeline, linked ? shared : openGroup());
    },
    setLive(timeline, isLive) {
      if (isLive === timeline.link.state.isFollowing) return;
      if (isLinked(timeline)) move(timeline, openGroup());
      setFollowing(timeline.link, isLive);
    },
    stopAll() {
      for (const group of clocks.keys()) {
        pauseAll(group);
        setFollowing(group, false);
      }
    },
    close(timeline) {
      leaveLink(timeline);
      closeGroup(timeline.link);
    },
    [Symbol.dispose]() {
      for (const clock of clocks.values()) clock[Symbol.dispose]();
      clocks.clear();
    },
  };
}
