import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { FileQuestion, LockKeyhole } from "lucide-react";
import { Activity, useCallback, useEffect, useState } from "react";
import { accountText } from "../../protocol/text/account-text.ts";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Banner } from "../../ui/notices/Banner.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { PreloadProblem, usePrefetch, usePrefetchCheck } from "../prefetch/preload.ts";
import { fileAnnotationsQuery, recordingQuery, useImport } from "../recordings/index.ts";
import { isNotFound } from "../session/index.ts";
import { Failed, NotFoundPage, SignInAgain, useTitle } from "../shell/index.ts";
import type { ReviewSearch } from "../shell/review-search.ts";
import { AnnotationPanels, SidebarToggle } from "./annotations/AnnotationPanels.tsx";
import { MarkTools } from "./annotations/MarkTools.tsx";
import { OpenedAnnotation } from "./annotations/OpenedAnnotation.tsx";
import { createSessionPanels } from "./annotations/sessions/session-panels.ts";
import { UndoQuestion } from "./annotations/UndoQuestion.tsx";
import { useAnnotations } from "./annotations/use-annotations.ts";
import { useMarkers } from "./annotations/use-markers.ts";
import { useViewMode } from "./annotations/use-view-mode.ts";
import { useHours } from "./clock-setting.ts";
import { damageSentence } from "./damage.ts";
import { DisplayBar } from "./displays/DisplayBar.tsx";
import { chosenIn } from "./displays/display-address.ts";
import { NoDisplay } from "./displays/NoDisplay.tsx";
import { useAreDisplaysKnown, useDisplays } from "./displays/use-displays.ts";
import { useSharedView } from "./displays/use-shared-view.ts";
import { useIsServiceKnown } from "./eeg-service/queries.ts";
import { jumpTo, middleOf } from "./jump-to.ts";
import { useAreMontagesKnown, useMontages } from "./montages/use-montages.ts";
import { NotReady } from "./NotReady.tsx";
import { admissionKey } from "./plot/use-admission.ts";
import { PrintHead } from "./print/PrintHead.tsx";
import css from "./Review.module.css";
import { ReviewHeader } from "./ReviewHeader.tsx";
import { ReviewLoading } from "./ReviewLoading.tsx";
import { useShortcutsKnown } from "./shortcuts/use-shortcuts.ts";
import type { Addressed } from "./url-sync.ts";
import { useKept } from "./use-kept.ts";
import { useWorkspace } from "./use-workspace.ts";
import { Workspace } from "./Workspace.tsx";

/** Data review of one recording. */
export function ReviewPage() {
  // Two addresses lead here (spec 000 section 2): a short one, and one that also names patient, site and file.
  const { dataObjectId, dataObjectID = dataObjectId ?? "" } = useParams({ strict: false });
  const id = /^\d{1,15}$/.test(dataObjectID) ? Number(dataObjectID) : null;
  if (id === null) return <UndefinedReview />;
  return <ReviewOf key={id} id={id} />;
}

/** The address names no recording: closing says so (spec 001 section 2.3). */
function UndefinedReview() {
  useTitle(null);
  return (
    <div className={css.page}>
      <ReviewHeader recording={null} workspace={null} isUndefined />
      <main>
        <Face icon={FileQuestion} title={text.notFound.recording} isPage>
          <p>{text.notFound.recordingHint}</p>
          <Link to="/">{text.notFound.toList}</Link>
        </Face>
      </main>
    </div>
  );
}

function ReviewOf({ id }: { id: number }) {
  const recording = useQuery(recordingQuery(id));
  const detail = recording.data;
  useImport(detail);
  const isImported = detail?.state === "ready";
  const prefetch = usePrefetch(id, { isReady: isImported, patientKey: detail?.patient_key });
  // Beside the recording; what was answered before its import ended is not kept.
  const isImporting = detail !== undefined && !isImported;
  const { data: list, ...annotations } = useQuery({ ...fileAnnotationsQuery(id), enabled: !isImporting });
  const search: ReviewSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isDetailsOpen, setDetailsOpen] = useState(false);
  const openDetails = useCallback(() => setDetailsOpen(true), []);
  const [panels] = useState(createSessionPanels);
  const [isNoticeRead, setNoticeRead] = useState(false);
  const keepView = useCallback(
    (addressed: Addressed) => {
      void navigate({
        to: ".",
        search: (before: ReviewSearch) => ({ ...before, ...addressed }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const client = useQueryClient();
  useEffect(() => {
    if (isImporting) void client.resetQueries({ queryKey: fileAnnotationsQuery(id).queryKey });
  }, [isImporting, client, id]);
  const describeAgain = useCallback(() => {
    void client.invalidateQueries({ queryKey: recordingQuery(id).queryKey });
    // Its stream may have ended, and with it the patient's admission.
    void client.invalidateQueries({ queryKey: admissionKey });
  }, [client, id]);
  const kept = useKept();
  const [wasShown, setWasShown] = useState(false);
  // What was seen with the permission stays; without it nothing is begun.
  const isRefused = kept !== null && !wasShown;
  const displays = useDisplays(chosenIn(search));
  const montages = useMontages();
  const link = useSharedView(search.view, id, displays);
  const areDisplaysKnown = useAreDisplaysKnown(displays);
  const areShortcutsKnown = useShortcutsKnown();
  const store = useAnnotations(isImported && !isRefused ? id : null, list?.annotations ?? null);
  const areMontagesKnown = useAreMontagesKnown(montages);
  const isServiceKnown = useIsServiceKnown(isImported && !isRefused ? id : null);
  useMarkers(store);
  const workspace = useWorkspace({
    displays,
    montages,
    isLinkKnown: link.isKnown,
    onRecordingChange: describeAgain,
    recording: isImported && !isRefused ? detail : null,
    annotations: store,
    search,
    onViewSettled: keepView,
  });
  useViewMode(workspace, store);
  const hours = useHours();
  // Of the two that are asked for side by side, the recording speaks first. Without a session every call fails.
  const error = kept !== null ? null : (recording.error ?? (detail === undefined ? null : annotations.error));
  const isReady =
    error === null && isImported && list !== undefined && workspace !== null && displays !== null && store !== null;
  const isShown = isReady && areShortcutsKnown && prefetch.isOver;
  if (isShown && kept === null && !wasShown) setWasShown(true);
  usePrefetchCheck(prefetch, id, isShown);
  useTitle(detail?.obj_name ?? null);
  if (isNotFound(recording.error))
    return <NotFoundPage title={text.notFound.recording} hint={text.notFound.recordingHint} />;
  if (isRefused)
    return (
      <NotFoundPage icon={LockKeyhole} title={accountText.refused.noPermission} hint={text.review.noPermissionHint} />
    );
  const [problem] = prefetch.state.problems;
  const damage = isShown ? damageSentence(detail, hours) : null;
  const page = (
    <div
      className={css.page}
      data-review
      data-damaged={damage === null ? undefined : ""}
      data-kept={kept === null ? undefined : ""}
    >
      <ReviewHeader
        recording={detail ?? null}
        workspace={isShown ? workspace : null}
        onDetails={isShown ? openDetails : undefined}
      />
      {damage === null ? null : (
        <div className={css.damage}>
          <Banner tone="danger">{damage}</Banner>
        </div>
      )}
      {isShown && link.notice !== null && !isNoticeRead ? (
        <div className={css.damage}>
          <Banner tone="warning">
            {link.notice}
            {link.tryAgain === null ? null : (
              <Button size="small" onPress={link.tryAgain}>
                {text.failed.tryAgain}
              </Button>
            )}
            <Button size="small" onPress={() => setNoticeRead(true)}>
              {text.range.close}
            </Button>
          </Banner>
        </div>
      ) : null}
      {isReady ? (
        // Made ready while the last answers are on their way; nothing of it runs or is seen before it is shown.
        <Activity mode={isShown ? "visible" : "hidden"}>
          <DisplayBar store={displays} workspace={workspace}>
            <MarkTools store={store} />
            <SidebarToggle panels={panels} />
          </DisplayBar>
          <AnnotationPanels
            store={store}
            recording={workspace.recording}
            panels={panels}
            session={search.session}
            onJump={(ms) => jumpTo(workspace, ms)}
            viewMs={() => middleOf(workspace)}
          >
            <Workspace
              empty={<NoDisplay store={displays} workspace={workspace} />}
              recording={workspace.recording}
              annotations={list.annotations}
              workspace={workspace}
              backend={search.backend}
              isGone={kept !== null}
              isDetailsOpen={isDetailsOpen}
              onDetailsClosed={() => setDetailsOpen(false)}
            />
          </AnnotationPanels>
        </Activity>
      ) : null}
      {isShown ? null : error !== null ? (
        <Failed
          error={error}
          onTryAgain={() => {
            void recording.refetch();
            void annotations.refetch();
          }}
        />
      ) : detail !== undefined && !isImported ? (
        <NotReady recording={detail} />
      ) : (
        <ReviewLoading
          hasRecording={detail !== undefined}
          hasAnnotations={list !== undefined}
          hasShortcuts={areShortcutsKnown}
          hasDisplays={areDisplaysKnown && link.isKnown}
          hasMontages={areMontagesKnown}
          hasService={isServiceKnown}
          hasEngine={workspace !== null}
          prefetch={prefetch}
        />
      )}
      {isShown ? (
        <>
          <OpenedAnnotation store={store} workspace={workspace} />
          <UndoQuestion store={store} />
        </>
      ) : null}
      {kept === null ? null : (
        <SignInAgain
          why={kept.why}
          email={kept.email}
          isRemembered={kept.isRemembered}
          onLeave={() => void navigate({ to: "/" })}
        />
      )}
      {problem !== undefined && isImported ? (
        <PreloadProblem problem={problem} name={detail.obj_name} onRead={() => prefetch.tell({ kind: "read" })} />
      ) : null}
    </div>
  );
  return (
    <>
      {isShown ? <PrintHead recording={detail} /> : null}
      {page}
    </>
  );
}
