import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import type { SelectedRow } from "../state.ts";
import css from "./Data.module.css";
import { cleanRows } from "./rows.ts";

const { findings: words } = uploadText;
/** A directory may have thousands of headers with the same name in them. */
const mostShown = 100;

/** Identifying fields of everything that is selected, and the one action that has them removed. */
export function Findings({ rows }: { rows: readonly SelectedRow[] }) {
  const found = rows.flatMap(({ id, phase, chosenName, candidate, isCleaned }) =>
    phase === "ready"
      ? (candidate?.findings ?? []).map(({ field, shown, file }) => ({
          ...{ id, field, shown, isCleaned },
          file: file === chosenName ? file : `${chosenName}/${file}`,
        }))
      : [],
  );
  const open = found.filter(({ isCleaned }) => !isCleaned);
  const cleaned = found.length - open.length;
  const told = useRef<HTMLParagraphElement>(null);
  const isRemoving = useRef(false);
  useEffect(() => {
    if (!isRemoving.current || open.length > 0) return;
    isRemoving.current = false;
    // The button is gone: what it did takes its focus, so that the keyboard stays here.
    told.current?.focus();
  }, [open.length]);
  const remove = () => {
    isRemoving.current = true;
    cleanRows();
  };
  return (
    <>
      {open.length === 0 ? null : (
        <section className={css.findings} aria-labelledby="findings">
          <div className={css.sectionHead}>
            <h4 id="findings">
              <ShieldAlert size={16} aria-hidden />
              {words.title(open.length)}
            </h4>
            <Button onPress={remove}>{words.remove}</Button>
          </div>
          <p>{words.text}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <section className={css.box} data-scrolls tabIndex={0} aria-label={words.table}>
            <table className={css.table} aria-label={words.table}>
              <thead>
                <tr>
                  <th scope="col">{words.columns.field}</th>
                  <th scope="col">{words.columns.shown}</th>
                  <th scope="col">{words.columns.file}</th>
                </tr>
              </thead>
              <tbody>
                {open.slice(0, mostShown).map(({ id, field, shown, file }, k) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: findings have no identity and never change places
                  <tr key={`${id} ${k}`}>
                    <th scope="row">{field}</th>
                    <td className={css.shown}>{shown}</td>
                    <td className={css.shown}>{file}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {open.length > mostShown ? <p className={css.more}>{words.more(open.length - mostShown)}</p> : null}
          </section>
        </section>
      )}
      {cleaned === 0 ? null : (
        <p ref={told} tabIndex={-1} className={css.cleaned} role="status">
          <ShieldCheck size={16} aria-hidden />
          {words.removed(cleaned)}
        </p>
      )}
    </>
  );
}
