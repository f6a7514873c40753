/** The `componentId` of the specification. */
export const scatterKindId = "scatter_plot";
