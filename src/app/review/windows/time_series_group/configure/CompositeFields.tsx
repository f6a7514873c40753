import type { CompositeAnalytic } from "../../../../../domain/graphs/graph.ts";
import { binName, compositeMembers, optimumBins } from "../../../../../protocol/composites.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { text } from "../../../../../protocol/text/text.ts";
import { Select } from "../../../../../ui/fields/Select.tsx";

/** Id of the choice of all bins, beside the names of members. */
const bins = "all bins";

/** Which values of a composite series a trace shows: a member, of bins also which one, or in a heatmap all bins as rows. */
export function CompositeFields({
  analysis,
  type,
  onChoose,
}: {
  analysis: CompositeAnalytic;
  type: "line" | "heatmap";
  onChoose: (analysis: CompositeAnalytic) => void;
}) {
  const { analytic, isCompositePart, compositeIndex } = analysis;
  const members = compositeMembers[analytic];
  const { count } = optimumBins[analytic];
  const index = members.find(({ isOfBins }) => isOfBins) ?? members[0];
  const member = members.findLast(({ from }) => from <= compositeIndex) ?? members[0];
  const bin = compositeIndex - member.from;
  const choose = (part: number) => onChoose({ ...analysis, isCompositePart: true, compositeIndex: part });
  const options = [
    ...(type === "heatmap" ? [{ id: bins, name: graphsText.allBins(index.name) }] : []),
    ...members.map(({ name, isOfBins }) => ({ id: name, name: isOfBins ? graphsText.ofBin(name) : name })),
  ];
  return (
    <>
      <Select
        label={graphsText.compositeValue}
        options={options}
        selected={isCompositePart ? member.name : bins}
        onChoose={(id) => {
          const chosen = members.find(({ name }) => name === id);
          if (chosen === undefined) onChoose({ ...analysis, isCompositePart: false });
          else choose(chosen.from + (chosen.isOfBins && member.isOfBins ? bin : 0));
        }}
      />
      {isCompositePart && member.isOfBins ? (
        <Select
          label={graphsText.bin}
          search={text.search(graphsText.bin)}
          options={Array.from({ length: count }, (_, k) => ({
            id: String(k),
            name: graphsText.binOf(binName(analytic, k)),
          }))}
          selected={String(bin)}
          onChoose={(id) => choose(member.from + Number(id))}
        />
      ) : null}
    </>
  );
}
