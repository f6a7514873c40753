import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import {
  ChangelogPage,
  ChangePasswordPage,
  ConfirmEmailPage,
  CreateAccountPage,
  ForgotPasswordPage,
  InactivePage,
  LoginPage,
} from "../account/index.ts";
import { dataSearch, formsSearch, patientFilesSearch, patientUploadsSearch } from "../patient/search.ts";
import { patientsSearch } from "../patients/columns.ts";
import { pictureTestPath } from "../screen/index.ts";
import { FrameLayout } from "../shell/Frame.tsx";
import { needs, skipLogin, unlessKept } from "../shell/gate.ts";
import { paths, patientPermission } from "../shell/nav.ts";
import { pictureTestSearch, reviewSearch } from "../shell/review-search.ts";
import { ShellFailure } from "../shell/ShellFailure.tsx";
import { loginSearch, tokenSearch } from "../shell/search.ts";
import { parseSearch, stringifySearch } from "../shell/search-text.ts";
import { adminRoutes } from "./admin-routes.ts";
import { PathNotFound } from "./PathNotFound.tsx";

const root = createRootRoute({ notFoundComponent: PathNotFound, errorComponent: ShellFailure });
const atRoot = { getParentRoute: () => root };

const login = createRoute({
  ...atRoot,
  path: "/",
  validateSearch: loginSearch,
  beforeLoad: skipLogin,
  component: () => <LoginPage />,
});
const forgot = createRoute({ ...atRoot, path: "/forgot_password", component: ForgotPasswordPage });
const createAccount = createRoute({
  ...atRoot,
  path: "/create_account",
  validateSearch: tokenSearch,
  component: CreateAccountPage,
});
const changePassword = createRoute({
  ...atRoot,
  path: "/change_password",
  validateSearch: tokenSearch,
  component: ChangePasswordPage,
});
const confirmEmail = createRoute({
  ...atRoot,
  path: "/confirm_email",
  validateSearch: tokenSearch,
  component: ConfirmEmailPage,
});
const inactive = createRoute({ ...atRoot, path: "/inactive", component: InactivePage });

/** Pages between sidebar and top bar. */
const frame = createRoute({ ...atRoot, id: "frame", component: FrameLayout });
const inFrame = { getParentRoute: () => frame };
const changelog = createRoute({ ...inFrame, path: "/release_changelogs", component: ChangelogPage });

const visualizeGate = needs("access_data_visualize");
const toVisualize = () => {
  visualizeGate();
  throw redirect({ to: paths.visualize, replace: true });
};
const data = createRoute({ ...inFrame, path: "/data", beforeLoad: toVisualize });
const trials = createRoute({ ...inFrame, path: "/data/trials", beforeLoad: toVisualize });
/** The review has no screen without a file: the list is the way to one. */
const reviewMain = createRoute({ ...inFrame, path: "/data/review", beforeLoad: toVisualize });
const visualize = createRoute({
  ...inFrame,
  path: "/data/visualize",
  validateSearch: patientsSearch,
  beforeLoad: visualizeGate,
  component: lazyRouteComponent(() => import("../patients/index.ts"), "PatientsPage"),
});
/** The list's other addresses (spec 000 section 2, Routes); what they say of its search and order stays. */
const asList = (path: string) =>
  createRoute({
    ...inFrame,
    path,
    validateSearch: patientsSearch,
    beforeLoad: ({ search }) => {
      visualizeGate();
      throw redirect({ to: paths.visualize, search, replace: true });
    },
  });
const patientsList = asList("/data/visualize/patients");
const groups = asList("/data/visualize/groups");
const group = asList("/data/visualize/groups/group");
const patientGate = needs(patientPermission);
/** The patient's page under the list's other address. */
const patientOfList = createRoute({
  ...inFrame,
  path: "/data/visualize/patients/patient",
  validateSearch: patientUploadsSearch,
  beforeLoad: ({ search }) => {
    patientGate();
    throw redirect({ to: "/data/visualize/patient", search, replace: true });
  },
});
/** Around the tabs of one patient, which have addresses of their own. */
const patientPages = () => import("../patient/index.ts");
const patient = createRoute({
  ...inFrame,
  id: "patient",
  beforeLoad: patientGate,
  component: lazyRouteComponent(patientPages, "PatientPage"),
});
const inPatient = { getParentRoute: () => patient };
const files = createRoute({
  ...inPatient,
  path: "/data/visualize/files",
  validateSearch: patientFilesSearch,
  component: lazyRouteComponent(patientPages, "FilesPage"),
});
const forms = createRoute({
  ...inPatient,
  path: "/data/visualize/forms",
  validateSearch: formsSearch,
  component: lazyRouteComponent(patientPages, "FormsPage"),
});
const uploads = createRoute({
  ...inPatient,
  path: "/data/visualize/patient",
  validateSearch: patientUploadsSearch,
  component: lazyRouteComponent(patientPages, "UploadsPage"),
});
const patientData = createRoute({
  ...inPatient,
  path: "/data/visualize/data",
  validateSearch: dataSearch,
  component: lazyRouteComponent(patientPages, "DataPage"),
});
const patientAnnotations = createRoute({
  ...inPatient,
  path: "/data/visualize/annotations",
  validateSearch: formsSearch,
  beforeLoad: needs("create_annotations"),
  component: lazyRouteComponent(patientPages, "AnnotationsPage"),
});

const pictureTest = createRoute({
  ...inFrame,
  path: pictureTestPath,
  validateSearch: pictureTestSearch,
  beforeLoad: patientGate,
  component: lazyRouteComponent(() => import("../review/picture-test/PictureTestPage.tsx"), "PictureTestPage"),
});

/** Review of one data file: the short address, and the one of spec 000 section 2. */
const review = {
  ...atRoot,
  validateSearch: reviewSearch,
  beforeLoad: unlessKept(needs(patientPermission)),
  component: lazyRouteComponent(() => import("../review/index.ts"), "ReviewPage"),
};
const shortReview = createRoute({ ...review, path: "/review/$dataObjectId" });
const longReview = createRoute({
  ...review,
  path: "/data/review/$patientID/$patientIdentifier/$siteName/$dataObjectID/$dataObjectName",
});

export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      login,
      forgot,
      createAccount,
      changePassword,
      confirmEmail,
      inactive,
      shortReview,
      longReview,
      frame.addChildren([
        changelog,
        data,
        trials,
        reviewMain,
        visualize,
        patientsList,
        patientOfList,
        groups,
        group,
        pictureTest,
        patient.addChildren([files, forms, uploads, patientData, patientAnnotations]),
        ...adminRoutes(frame),
      ]),
    ]),
    search: { strict: true },
    parseSearch,
    stringifySearch,
    notFoundMode: "root",
    defaultPreload: "intent",
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
