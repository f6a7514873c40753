/** Calls whenever the page comes to a screen of another density, or is zoomed. Returns what ends it. */
export function onPixelRatio(changed: () => void): () => void {
  let end = () => {};
  const follow = () => {
    // A query tells once that this is no more the ratio: each change needs another one.
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const again = () => {
      follow();
      changed();
    };
    query.addEventListener("change", again, { once: true });
    end = () => query.removeEventListener("change", again);
  };
  follow();
  return () => end();
}
