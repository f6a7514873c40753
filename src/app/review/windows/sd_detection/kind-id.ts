/** The `componentId` of the specification (spec 001 section 3). */
export const sdKindId = "sd_detection";
