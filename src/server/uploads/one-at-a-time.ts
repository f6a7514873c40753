/** Work about one thing, one after another in this process; different things do not wait for each other. */
export type OneAtATime = <T>(thing: number, work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): OneAtATime {
  const last = new Map<number, Promise<unknown>>();
  return (thing, work) => {
    const done = (last.get(thing) ?? Promise.resolve()).then(work, work);
    last.set(thing, done);
    const forget = () => {
      if (last.get(thing) === done) last.delete(thing);
    };
    done.then(forget, forget);
    return done;
  };
}
