/** What charts with value axes say. */
export const chartText = {
  axisRange: (from: string, to: string) => `${from} to ${to}`,
  dragTop: "Drag to rescale; double-click to auto-scale",
  dragBoth: "Drag to pan, scroll to zoom; double-click to auto-scale",
  facts: {
    open: "About this analysis",
    definition: "Definition",
    parameters: "Parameters",
    source: "Source",
    left: "Masked and missing",
    core: "Computed by",
    none: "nothing yet",
    version: (hash: string) => `signal core ${hash}`,
  },
} as const;
