import type { AnnotationColumns } from "../../../protocol/annotation-columns.ts";

/**
 * The parts of a session, one after the other. The next one is on its way while one is worked on.
 * @throws whatever `ask` rejects with, once the parts before it were given
 */
export async function* partsOf(
  ask: (afterId: number) => Promise<AnnotationColumns>,
): AsyncGenerator<AnnotationColumns, void, void> {
  for (let asked: Promise<AnnotationColumns> | null = ask(0); asked !== null; ) {
    const part: AnnotationColumns = await asked;
    asked = part.next_after_id === null ? null : ask(part.next_after_id);
    // Heard when it is waited for, or by nobody where nothing of it is wanted any more.
    asked?.catch(() => {});
    yield part;
  }
}
