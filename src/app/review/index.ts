export { prepareFeed } from "../../feed/index.ts";
export { ReviewPage } from "./ReviewPage.tsx";
