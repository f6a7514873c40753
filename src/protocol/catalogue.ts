/** Every declared call. The server refuses to register another one; the matrix test and the list of calls read it. */
import * as accounts from "./accounts.ts";
import * as admin from "./admin.ts";
import * as admission from "./admission.ts";
import * as analysis from "./analysis.ts";
import * as annotationExchange from "./annotation-exchange.ts";
import * as annotationLog from "./annotation-log.ts";
import * as annotationReviews from "./annotation-reviews.ts";
import * as annotations from "./annotations.ts";
import * as coverage from "./coverage.ts";
import * as displays from "./displays.ts";
import * as documents from "./documents.ts";
import * as eegService from "./eeg-service.ts";
import * as files from "./files.ts";
import * as forms from "./forms.ts";
import * as live from "./live.ts";
import * as montages from "./montages.ts";
import * as patients from "./patients.ts";
import * as pipelines from "./pipelines.ts";
import * as prefetch from "./prefetch.ts";
import type { Route } from "./route.ts";
import * as recordings from "./routes.ts";
import * as sharedViews from "./shared-views.ts";
import * as shortcuts from "./shortcuts.ts";
import * as trendExport from "./trend-export.ts";
import * as uploads from "./uploads.ts";

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "path" in value && "needs" in value && "answer" in value;

export const allRoutes: readonly Route[] = [
  accounts,
  admin,
  admission,
  analysis,
  annotationExchange,
  annotationReviews,
  annotationLog,
  annotations,
  coverage,
  displays,
  documents,
  eegService,
  files,
  forms,
  live,
  montages,
  patients,
  pipelines,
  prefetch,
  recordings,
  sharedViews,
  shortcuts,
  trendExport,
  uploads,
].flatMap((module) => Object.values(module).filter(isRoute));
