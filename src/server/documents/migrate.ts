/** Contents from one version of their kind to another. */
import type { Content, DocumentKind } from "./kinds.ts";

/**
 * The content in another version. @throws Error when there is no way: a version that this server does not know, or a content
 * that a migration cannot read
 */
export function inVersion({ kind, migrations }: DocumentKind, content: Content, from: number, to: number): Content {
  const newest = migrations.length + 1;
  for (const version of [from, to])
    if (!Number.isInteger(version) || version < 1 || version > newest)
      throw new Error(`${kind}: version ${version} is not known.`);
  let moved = content;
  for (let version = from; version < to; version++) moved = migrations[version - 1].up(moved);
  for (let version = from; version > to; version--) moved = migrations[version - 2].down(moved);
  return moved;
}
