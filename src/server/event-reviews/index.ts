/** The door to reviews of events. */
export { followedReviews } from "./followed.ts";
export { addEventReviewRoutes } from "./review-routes.ts";
