/** Page images under the face that the chassis knows: what is asked for of a view, how much of it is there, what failed. */
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import type { FeedStatus, FeedWindow, Look, PageWindow, WantedPage } from "../../../feed/types.ts";
import type { PlotSize } from "../../../picture/grid-view.ts";
import { imageLimits } from "../../../protocol/eeg-service.ts";
import { type PageForm, pageLimits } from "../../../protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import type { TraceTile } from "../../../render/types.ts";
import { pagesTouching } from "../chart/view-pages.ts";
import { type Decode, gifsOf, type ImagePage, type PageImage, PageImages } from "./page-images.ts";

/** What a window asks for of its pictures. */
export interface ImageForms {
  /** The montage or panel that is drawn, by its name; null: it is not known yet. */
  named(): string | null;
  /** Of a page, and of the picture or pictures beside it, at the size of the plot. The same for the same. */
  page(size: PlotSize): PageForm;
  labels(size: PlotSize): PageForm;
  /** Longer pages are refused, and not fetched ahead. ms */
  readonly mostSpanMs: number;
}

export interface ImageFeedOptions {
  readonly recording: RecordingDetail;
  readonly group: SignalGroup | null;
  readonly pages: PageWindow;
  readonly forms: ImageForms;
  readonly decode?: Decode;
}

/** Pages on either side that are fetched ahead. */
const beside = 2;

export class ImageFeed implements FeedWindow {
  onChange: () => void = () => {};
  private readonly images: PageImages;
  private readonly decode: Decode;
  private visible: readonly ImagePage[] = [];
  private asked = "";
  /** Pages that the recording has outgrown while they were on their way: they come first. */
  private heldBack: readonly ImagePage[] = [];
  private labels: { key: string; state: "asked" | "decoding"; bitmaps: readonly ImageBitmap[] } = noLabels;
  private view: Look | null = null;

  constructor(private readonly options: ImageFeedOptions) {
    this.decode = options.decode ?? ((gif) => createImageBitmap(gif));
    this.images = new PageImages(options.pages, { decode: this.decode, onChange: () => this.onChange() });
    options.pages.onChange = () => {
      this.images.arrived();
      this.takeLabels();
      this.onChange();
    };
  }

  /** Asks for what the view shows, at the size of the plot; the same again changes nothing. */
  show(span: Span, size: PlotSize): void {
    const { recording, forms } = this.options;
    const named = forms.named();
    if (named === null || size.width < imageLimits.leastSide || size.height < imageLimits.leastSide) return;
    const spans = pagesTouching(span, recording.start_ms);
    const form = forms.page(size);
    const key = JSON.stringify([spans[0], spans.length, named, form, size, recording.end_ms]);
    if (key === this.asked && this.heldBack.every(this.isOnItsWay)) return;
    this.asked = key;
    const page = (each: Span): ImagePage => this.pageOf(each, named, form);
    const before = this.visible;
    this.visible = spans
      .filter((each) => this.isInFile(each))
      .map(page)
      // A service that takes longer than the recording takes to grow would be given up for ever.
      .map((one) => before.find((other) => other.place === one.place && this.isOnItsWay(other)) ?? one);
    this.heldBack = this.visible.filter(({ untilMs, span }) => untilMs < Math.min(span.endMs, recording.end_ms));
    const [first, last] = [spans[0], spans[spans.length - 1]];
    const length = lengthOf(first);
    const around = Array.from({ length: beside }, (_, k) => [
      { startMs: last.startMs + (k + 1) * length, endMs: last.endMs + (k + 1) * length },
      { startMs: first.startMs - (k + 1) * length, endMs: first.endMs - (k + 1) * length },
    ]).flat();
    const ahead = length > forms.mostSpanMs ? [] : around.filter((each) => this.isInFile(each)).map(page);
    // What is not in view is not asked for with each growth.
    const calm = ahead.filter((one) => one.untilMs === one.span.endMs || !this.images.isOutgrown(one));
    this.images.want(this.visible, calm, this.wantLabels(named, size));
    this.takeLabels();
  }

  /** What is here of the view. */
  shown(): readonly PageImage[] {
    return this.images.shown();
  }

  /** What stands beside the pages; none while it is not here. */
  labelImages(): readonly ImageBitmap[] {
    return this.labels.bitmaps;
  }

  look(look: Look): void {
    this.view = look;
  }

  catchUp(): void {}

  /** Stand for the images where the chassis asks what is covered; they hold no sample. */
  tiles(): readonly TraceTile[] {
    const tiles: TraceTile[] = [];
    this.visible.forEach((page, k) => {
      if (!this.images.isHere(page)) return;
      const [firstSample, end] = [this.sampleAt(page.span.startMs), this.sampleAt(page.span.endMs)];
      const shape = { kind: "minmax", rows: 0, count: 1, data: nothing, breaks: noBreaks } as const;
      tiles.push({ id: -1 - k, ...shape, firstSample, samplesPerColumn: end - firstSample });
    });
    return tiles;
  }

  isComplete(): boolean {
    return this.asked !== "" && this.visible.every(this.images.isHere);
  }

  missing(): readonly { start: number; end: number }[] {
    if (this.view === null || this.options.group === null) return [];
    const { startSample, endSample } = this.view;
    const inFile = { start: Math.max(0, startSample), end: Math.min(this.options.group.sample_count, endSample) };
    if (this.asked === "") return inFile.end > inFile.start ? [inFile] : [];
    return this.visible.flatMap((page) => {
      const start = Math.max(inFile.start, this.sampleAt(page.span.startMs));
      const end = Math.min(inFile.end, this.sampleAt(page.span.endMs));
      return this.images.isHere(page) || end <= start ? [] : [{ start, end }];
    });
  }

  provisional(): readonly { start: number; end: number }[] {
    return [];
  }

  isPictured(): boolean {
    return this.isComplete();
  }

  readyUntil(): number {
    const { group } = this.options;
    if (group === null || this.asked === "") return Number.NEGATIVE_INFINITY;
    const waited = this.visible.find((page) => !this.images.isHere(page));
    const until = waited === undefined ? this.visible.at(-1)?.span.endMs : waited.span.startMs;
    if (until === undefined) return Number.POSITIVE_INFINITY;
    const sample = this.sampleAt(until);
    return sample >= group.sample_count ? Number.POSITIVE_INFINITY : sample;
  }

  get status(): FeedStatus {
    const { pages } = this.options;
    const failed = this.visible.flatMap((page) => {
      const message = this.images.failureOf(page);
      return message === null
        ? []
        : [{ startSample: this.sampleAt(page.span.startMs), endSample: this.sampleAt(page.span.endMs), message }];
    });
    // Pictures are drawn of what is there, or elsewhere: nothing is built for them.
    return { ...pages.status, buildingFraction: null, failed };
  }

  [Symbol.dispose](): void {
    this.onChange = () => {};
    this.images[Symbol.dispose]();
    for (const bitmap of this.labels.bitmaps) bitmap.close();
    this.labels = noLabels;
    this.options.pages[Symbol.dispose]();
  }

  private sampleAt(ms: number): number {
    const { recording, group } = this.options;
    return Math.round(((ms - recording.start_ms) * (group?.sampling_hz ?? 1)) / 1000);
  }

  private isOnItsWay = (page: ImagePage): boolean => !this.images.isHere(page) && this.images.failureOf(page) === null;

  private isInFile({ startMs, endMs }: Span): boolean {
    const { start_ms, end_ms } = this.options.recording;
    return endMs > start_ms && startMs < end_ms;
  }

  private pageOf(span: Span, named: string, form: PageForm): ImagePage {
    const { recording } = this.options;
    const { data_object_id, data_version, end_ms } = recording;
    // What the recording ends in is another page once it has grown.
    const tail = span.endMs > end_ms ? [end_ms] : [];
    const place = [data_object_id, data_version, named, span, form];
    return {
      ...{ span, place: JSON.stringify(place), untilMs: Math.min(span.endMs, end_ms) },
      key: JSON.stringify([...place, tail]),
      ...{ request: this.requestOf(named, span, form), timeoutMs: imageLimits.timeoutMs },
    };
  }

  private wantLabels(named: string, size: PlotSize): WantedPage[] {
    const { recording, forms } = this.options;
    const form = forms.labels(size);
    const key = JSON.stringify([recording.data_object_id, recording.data_version, named, form]);
    if (this.labels.key !== key) {
      for (const bitmap of this.labels.bitmaps) bitmap.close();
      this.labels = { key, state: "asked", bitmaps: [] };
    }
    const span = { startMs: recording.start_ms, endMs: recording.start_ms + 1 };
    return [{ key, request: this.requestOf(named, span, form), timeoutMs: imageLimits.timeoutMs }];
  }

  private takeLabels(): void {
    const { labels } = this;
    const gifs = labels.state === "asked" && labels.key !== "" ? gifsOf(this.options.pages.page(labels.key)) : [];
    if (gifs.length === 0) return;
    labels.state = "decoding";
    Promise.all(gifs.map(this.decode)).then(
      (bitmaps) => {
        if (this.labels !== labels) for (const bitmap of bitmaps) bitmap.close();
        else {
          labels.bitmaps = bitmaps;
          this.onChange();
        }
      },
      () => console.warn("labels.not_decoded"),
    );
  }

  private requestOf(modality: string, span: Span, form: PageForm): WantedPage["request"] {
    const { data_object_id, data_version, patient_id } = this.options.recording;
    return {
      ...{ patient_id, data_object_id, start: span.startMs, end: span.endMs, form },
      modality_sources: [{ modality, data_object_id, data_version }],
      ...{ pixel_count: pageLimits.minPixelCount },
    };
  }
}

const noLabels = { key: "", state: "asked" as const, bitmaps: [] };
const nothing = new Float32Array(0);
const noBreaks = new Uint8Array(1);
