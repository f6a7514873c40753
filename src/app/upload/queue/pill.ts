/** What the review uses of the queue: little, for it comes with every review. */
export { UploadPill } from "./view/UploadPill.tsx";
