/** What a new workspace begins with, so that there is something to invite people to. */
export { localBucket as starterBucket } from "../../platform/storage/types.ts";

export const starterProjects = [
  { identifier: "DEMO-1", name: "Continuous EEG demonstration" },
  { identifier: "DEMO-2", name: "Multimodal monitoring demonstration" },
] as const;

export const starterSites = [
  { identifier: "DEMO", name: "Demonstration Hospital", location: "Boston, United States" },
  { identifier: "NORD", name: "Northern Demonstration Clinic", location: "Oslo, Norway" },
].map((site) => ({ ...site, description: "Comes with every new workspace." }));
