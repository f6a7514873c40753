import { fileSize } from "../../domain/files/file-size.ts";
import { rateText } from "../../domain/rate-text.ts";
import { type Clock, clockOf } from "../../domain/time/clock.ts";
import { durationReadout, durationShort } from "../../domain/time/durations.ts";
import type { FileAnnotation, RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { damageText } from "../../protocol/text/damage-text.ts";
import { demoText } from "../../protocol/text/demo-text.ts";
import { text } from "../../protocol/text/text.ts";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { VirtualList } from "../../ui/lists/VirtualList.tsx";
import { Banner } from "../../ui/notices/Banner.tsx";
import { useHours } from "./clock-setting.ts";
import { listGaps, type TimedGap } from "./gap-list.ts";
import css from "./RecordingDetails.module.css";

const words = text.details;

export interface RecordingDetailsProps {
  recording: RecordingDetail;
  annotations: readonly FileAnnotation[];
  onClose: () => void;
  /** Goes to a time of the recording. */
  onJump: (timeMs: number) => void;
}

/** What is known about the file: format, signals, repairs, gaps, its annotations. */
export function RecordingDetails({ recording, annotations, onClose, onJump }: RecordingDetailsProps) {
  const clock = clockOf(recording, useHours());
  const { repairs } = recording;
  return (
    <Dialog title={words.title} closeLabel={text.range.close} isOpen onClose={onClose} width={760}>
      <section className={css.section}>
        <h3>{words.facts}</h3>
        {isSynthesised(recording) ? <Banner tone="info">{demoText.origin}</Banner> : null}
        <Facts recording={recording} clock={clock} />
        {recording.is_start_known ? null : <Banner tone="info">{words.startUnknown}</Banner>}
      </section>
      <section className={css.section}>
        <h3>{words.repairs}</h3>
        {repairs.length === 0 ? (
          <p className={css.muted}>{isSynthesised(recording) ? words.noFile : words.noRepairs}</p>
        ) : (
          <ul className={css.sentences}>
            {repairs.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </section>
      <section className={css.section}>
        <h3>{damageText.details.title}</h3>
        {recording.is_unverified ? <Banner tone="warning">{damageText.details.unverified}</Banner> : null}
        {recording.has_damaged_annotations ? <Banner tone="danger">{damageText.details.annotations}</Banner> : null}
        {recording.damage.length === 0 ? (
          recording.is_damaged || recording.is_unverified ? null : (
            <p className={css.muted}>{damageText.details.none}</p>
          )
        ) : (
          <Spans label={damageText.details.title} spans={timedDamage(recording)} clock={clock} onJump={onJump} />
        )}
      </section>
      <section className={css.section}>
        <h3>{words.gaps}</h3>
        <Gaps recording={recording} clock={clock} onJump={onJump} />
      </section>
      <section className={css.section}>
        <h3>{words.annotations}</h3>
        {annotations.length === 0 ? (
          <p className={css.muted}>{words.noAnnotations}</p>
        ) : (
          <VirtualList
            label={words.annotations}
            className={css.rows}
            rowClassName={css.row}
            rowHeight={30}
            items={annotations.map((annotation, id) => ({ id, ...annotation }))}
            nameOf={({ text: name }) => name}
            onAction={({ start_time }) => onJump(start_time)}
            renderRow={({ start_time, end_time, text: name }) => (
              <>
                <span className="numeric">{clock.dateTime(start_time)}</span>
                <span title={name} dir="auto">
                  {name}
                </span>
                <span className="numeric">{end_time > start_time ? durationShort(end_time - start_time) : ""}</span>
              </>
            )}
          />
        )}
      </section>
    </Dialog>
  );
}

const isSynthesised = ({ groups }: RecordingDetail): boolean => groups.some((group) => group.is_synthesised === true);

function Facts({ recording, clock }: { recording: RecordingDetail; clock: Clock }) {
  const { start_ms, end_ms, is_start_known } = recording;
  const facts: [string, string][] = [
    [text.review.file, recording.obj_name],
    [words.format, isSynthesised(recording) ? demoText.format(recording.obj_type) : recording.obj_type],
    [words.size, fileSize(recording.size_bytes)],
    ...(is_start_known
      ? ([
          [words.start, clock.dateTime(start_ms)],
          [words.end, clock.dateTime(end_ms)],
        ] as [string, string][])
      : []),
    [words.duration, durationReadout(end_ms - start_ms)],
    ...(is_start_known ? ([[words.timezone, recording.timezone]] as [string, string][]) : []),
  ];
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
      <dt>{words.groups}</dt>
      <dd>
        {recording.groups.map((group) => (
          <Group key={group.modality} group={group} />
        ))}
      </dd>
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="numeric">{value}</dd>
    </>
  );
}

function Group({ group }: { group: SignalGroup }) {
  const uncalibrated = group.channels.filter(({ is_uncalibrated }) => is_uncalibrated).length;
  return (
    <div>
      {group.modality}: {words.group(group.channels.length, rateText(group.sampling_hz))}
      {uncalibrated === 0 ? null : <span className={css.warning}> ({words.uncalibrated(uncalibrated)})</span>}
    </div>
  );
}

function Gaps({
  recording,
  clock,
  onJump,
}: {
  recording: RecordingDetail;
  clock: Clock;
  onJump: (ms: number) => void;
}) {
  const gaps = listGaps(recording);
  if (gaps.length === 0) return <p className={css.muted}>{words.noGaps}</p>;
  return <Spans label={words.gaps} spans={gaps} clock={clock} onJump={onJump} />;
}

const timedDamage = ({ damage }: RecordingDetail): TimedGap[] =>
  damage.map(({ modality, start_ms, end_ms }) => ({ modality, startMs: start_ms, endMs: end_ms }));

interface SpansProps {
  label: string;
  spans: readonly TimedGap[];
  clock: Clock;
  onJump: (ms: number) => void;
}

function Spans({ label, spans, clock, onJump }: SpansProps) {
  return (
    <VirtualList
      label={label}
      className={css.rows}
      rowClassName={css.row}
      rowHeight={30}
      items={spans.map((span, id) => ({ id, ...span }))}
      nameOf={({ startMs }) => clock.dateTime(startMs)}
      onAction={({ startMs }) => onJump(startMs)}
      renderRow={({ startMs, endMs, modality }) => (
        <>
          <span className="numeric">{clock.dateTime(startMs)}</span>
          <span>{modality}</span>
          <span className="numeric">{durationShort(endMs - startMs)}</span>
        </>
      )}
    />
  );
}
