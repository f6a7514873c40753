/** The `componentId` of the specification. */
export const histogramKindId = "histogram";
