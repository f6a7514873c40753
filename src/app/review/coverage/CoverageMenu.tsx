import { useSnapshot } from "valtio";
import { coveragePages } from "../../../protocol/coverage.ts";
import { coverageText } from "../../../protocol/text/coverage-text.ts";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import type { Timeline } from "../time/timeline.ts";
import css from "./Coverage.module.css";
import { chooseCoverage, useCoverageChoice } from "./coverage-choice.ts";
import { useCoverage } from "./coverage-now.ts";
import type { CoverageChoice, CoverageStore } from "./coverage-store.ts";
import { goToUnreviewed } from "./go-to-unreviewed.ts";

const words = coverageText;
const shows = (["mine", "everyone", "hidden"] as const).map((id) => ({ id, name: words.shows[id] }));
const pages = [0, 15, 30, 60].map((id) => ({ id: String(id), name: words.pages[id as keyof typeof words.pages] }));

/** How much of the recording was reviewed; whose and which pages are meant; the way to what was not. */
export function CoverageMenu({ timeline, focusPlot }: { timeline: Timeline; focusPlot: () => void }) {
  const store = useCoverage();
  return store === null ? null : <Menu store={store} timeline={timeline} focusPlot={focusPlot} />;
}

function Menu({ store, timeline, focusPlot }: { store: CoverageStore; timeline: Timeline; focusPlot: () => void }) {
  const { phase } = useSnapshot(store.state);
  void useSnapshot(store.state).revision;
  const choice = useCoverageChoice();
  const choose = (changed: Partial<CoverageChoice>) => {
    chooseCoverage({ ...choice, ...changed });
    // Of others it is as new as when it was asked for.
    if (changed.show === "everyone") void store.readAgain();
    focusPlot();
  };
  return (
    <span className={css.menu}>
      <MenuButton
        label={words.button}
        title={words.button}
        hint={choice.show === "hidden" ? words.button : words.hint[choice.show](words.page(choice.page))}
        value={said(store, phase, choice)}
        choices={shows}
        selected={choice.show}
        onChoose={(id) => choose({ show: shows.find((one) => one.id === id)?.id ?? "mine" })}
        second={{
          label: words.button,
          choices: pages,
          selected: String(choice.page),
          onChoose: (id) => choose({ page: coveragePages.find((page) => String(page) === id) ?? 0 }),
        }}
        more={[
          { id: "next", name: words.next, onPress: () => goToUnreviewed(timeline) },
          { id: "again", name: words.again, onPress: () => void store.readAgain() },
        ]}
      />
    </span>
  );
}

function said(store: CoverageStore, phase: CoverageStore["state"]["phase"], choice: CoverageChoice): string {
  if (choice.show === "hidden") return words.hidden;
  if (phase !== "ready") return phase === "failed" ? words.failed : words.unknown;
  const share = store.share(choice);
  return words.share(share > 0 && share < 0.01 ? "<1 %" : `${Math.floor(share * 100)} %`);
}
