/** A name of ours: the specification names the window and not its `componentId` (spec 001 section 3). */
export const trendsKindId = "persyst_trends";
