// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { clockOf } from "../../../../domain/time/clock.ts";
import { type AnnotationContent, newAnnotation } from "../../../../protocol/annotations.ts";
import { newTemplate } from "../../../../protocol/shortcuts.ts";
import { all, type Drawn, draw, key, one, press, type } from "../../../../ui/test-render.tsx";
import { EditAnnotationDialog, type EditAnnotationDialogProps } from "./EditAnnotationDialog.tsx";
import type { ModalityEntry } from "./modality-entries.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
  vi.restoreAllMocks();
});

const zone = "America/New_York";
const file = { startMs: Date.parse("2026-06-03T14:00:00Z"), endMs: Date.parse("2026-06-03T18:00:00Z") };
const clock = clockOf({ start_ms: file.startMs, is_start_known: true, timezone: zone });
const seizure: AnnotationContent = {
  ...newTemplate("Seizure", newAnnotation.color, newAnnotation.opacity),
  annotation_type: "EEG Montage",
  modalities: ["Fp1"],
  start_time: Date.parse("2026-06-03T15:00:20Z"),
  end_time: Date.parse("2026-06-03T15:05:20Z"),
};
const modalities: ModalityEntry[] = [
  { label: "Fp1", name: "Fp1 (EEG, 250 Hz)", type: "EEG" },
  { label: "Fp2", name: "Fp2 (EEG, 250 Hz)", type: "EEG" },
  { label: "ABP", name: "ABP (ABP_na, 125 Hz)", type: "Waveforms" },
];

async function open(over: Partial<EditAnnotationDialogProps> = {}) {
  const told: unknown[] = [];
  const props: EditAnnotationDialogProps = {
    annotation: seizure,
    annotator: { name: "Ada Reader", email: "ada@connect.test", madeAtMs: Date.parse("2026-06-04T01:02:03Z") },
    file,
    clock,
    hours: 12,
    modalities,
    visible: ["Fp1", "Fp2"],
    mayEdit: true,
    onSave: async (annotation) => void told.push(annotation),
    onDelete: async () => void told.push("deleted"),
    onClose: () => told.push("closed"),
    ...over,
  };
  drawn = await draw(<EditAnnotationDialog {...props} />);
  return told;
}
const field = (label: string): HTMLInputElement => {
  const own = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  return document.getElementById(own?.htmlFor ?? "") as HTMLInputElement;
};
const button = (name: string) => one("button", name) as HTMLButtonElement;
const box = (name: string): HTMLInputElement => {
  const own = [...document.querySelectorAll<HTMLLabelElement>("label")].find(({ textContent }) => textContent === name);
  return own?.querySelector("input") as HTMLInputElement;
};
const says = (words: string) => document.body.textContent?.includes(words) === true;

it("says who made it and when, and has nothing to save at first", async () => {
  const told = await open();
  expect(one("dialog").getAttribute("aria-labelledby")).not.toBeNull();
  expect(says("Edit Annotation")).toBe(true);
  expect(says("Ada Reader · ada@connect.test · 06/03/2026 09:02:03 PM EDT")).toBe(true);
  // Its time is said at the head, too, whichever tab is open.
  expect(says("From 06/03/2026 11:00:20 AM to 06/03/2026 11:05:20 AM (5m)")).toBe(true);
  expect(says("0 / 500 characters")).toBe(true);
  expect(says("0 / 10 tags")).toBe(true);
  expect(all("tab").map(({ textContent }) => textContent)).toEqual(["Modalities", "Annotation Interval"]);
  expect(button("Save").disabled).toBe(true);
  await press(button("Close"));
  expect(told).toEqual(["closed"]);
});

it("begins in the title, and what is typed replaces a name that nobody gave", async () => {
  await open({ annotation: { ...seizure, annotation_text: newAnnotation.text } });
  expect(document.activeElement).toBe(field("Title"));
  const { selectionStart, selectionEnd } = field("Title");
  expect([selectionStart, selectionEnd]).toEqual([0, newAnnotation.text.length]);
  await drawn?.remove();
  await open();
  expect(document.activeElement).toBe(field("Title"));
  expect(field("Title").selectionStart).toBe(field("Title").selectionEnd);
  await drawn?.remove();
  await open({ mayEdit: false });
  expect(document.activeElement).not.toBe(field("Title"));
});

it("is left by Esc from the title, where it begins", async () => {
  const told = await open();
  await key(field("Title"), "Escape");
  expect(told).toEqual(["closed"]);
});

it("saves a title of up to 55 characters, and none that is empty; Enter leaves the field", async () => {
  const told = await open();
  expect(field("Title").maxLength).toBe(55);
  await type(field("Title"), "  ");
  expect(button("Save").disabled).toBe(true);
  await type(field("Title"), "Seizure, left");
  field("Title").focus();
  await key(field("Title"), "Enter");
  expect(document.activeElement).not.toBe(field("Title"));
  await press(button("Save"));
  expect(told).toEqual([{ ...seizure, annotation_text: "Seizure, left" }, "closed"]);
});

it("saves by Ctrl+Enter from any field, when there is something that may be saved", async () => {
  const told = await open();
  const ctrlEnter = async (element: Element) => {
    const event = new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true });
    await act(async () => void element.dispatchEvent(event));
  };
  await ctrlEnter(field("Title"));
  await type(field("Title"), "  ");
  await ctrlEnter(field("Title"));
  expect(told).toEqual([]);
  await type(field("Title"), "Spike");
  await ctrlEnter(field("Description"));
  expect(told).toEqual([{ ...seizure, annotation_text: "Spike" }, "closed"]);
});

it("takes 600 characters of description and saves 500", async () => {
  await open();
  expect(field("Description").maxLength).toBe(600);
  await type(field("Description"), "x".repeat(501));
  expect(says("501 / 500 characters")).toBe(true);
  expect(field("Description").getAttribute("aria-invalid")).toBe("true");
  expect(button("Save").disabled).toBe(true);
  await type(field("Description"), "x".repeat(500));
  expect(button("Save").disabled).toBe(false);
});

it("adds tags by Enter, says what is wrong with one, and saves ten", async () => {
  const told = await open({ annotation: { ...seizure, tags: Array.from({ length: 9 }, (_, k) => `t${k}`) } });
  const add = async (tag: string) => {
    await type(field("Tags"), tag);
    await key(field("Tags"), "Enter");
  };
  await type(field("Tags"), "x".repeat(26));
  expect(says("Each tag has a 25 character limit.")).toBe(true);
  await key(field("Tags"), "Enter");
  expect(says("Tags cannot be longer than 25 characters.")).toBe(true);
  await add("T1 ");
  expect(says("Tag already exists.")).toBe(true);
  await add("   ");
  expect(says("9 / 10 tags")).toBe(true);
  await add("Left Temporal");
  expect(says("10 / 10 tags")).toBe(true);
  expect(button("Save").disabled).toBe(false);
  await add("one more");
  expect(says("11 / 10 tags")).toBe(true);
  expect(button("Save").disabled).toBe(true);
  await press(button("Close"));
  expect((all("button", "Save changes").at(-1) as HTMLButtonElement).disabled).toBe(true);
  await press(button("No, keep editing"));
  await press(button("Remove onemore"));
  await press(button("Save"));
  expect((told[0] as AnnotationContent).tags.at(-1)).toBe("lefttemporal");
});

it("chooses modalities one by one, by group, all, visible ones alone, and goes back", async () => {
  const told = await open();
  expect(all("button", /^Show or hide/).map((each) => each.getAttribute("aria-expanded"))).toEqual(["true", "true"]);
  const ticked = () => modalities.filter(({ label }) => box(label)?.checked).map(({ label }) => label);
  expect(ticked()).toEqual(["Fp1"]);
  await press(box("All"));
  expect(ticked()).toEqual(["Fp1", "Fp2", "ABP"]);
  await press(box("All"));
  expect(ticked()).toEqual([]);
  await press(box("ABP"));
  await press(box("Select visible traces only"));
  expect(ticked()).toEqual(["Fp1", "Fp2"]);
  expect(box("All").checked).toBe(true);
  expect(box("ABP")).toBeUndefined();
  await press(all("button", "Reset changes")[0]);
  expect(ticked()).toEqual(["Fp1"]);
  await type(document.querySelector("input[placeholder='Search modalities']") as Element, "abp");
  expect(box("Fp1")).toBeUndefined();
  await press(box("All"));
  await press(button("Save"));
  expect((told[0] as AnnotationContent).modalities).toEqual(["Fp1", "ABP"]);
});

it("says why visible traces cannot be chosen in a window that shows none", async () => {
  await open({ visible: { why: "This window shows pictures." } });
  expect(box("Select visible traces only").disabled).toBe(true);
  expect(document.body.textContent).toContain("This window shows pictures.");
});

it("is a point where start equals end, and becomes one by choice: the end is the start then", async () => {
  const told = await open();
  await press(one("tab", "Annotation Interval"));
  expect(one("radio", "Span Annotation").getAttribute("aria-checked")).toBe("true");
  await press(one("radio", "Point Annotation"));
  await press(button("Save"));
  expect(told[0]).toEqual({ ...seizure, end_time: seizure.start_time });
});

it("a point that becomes a span needs another end", async () => {
  await open({ annotation: { ...seizure, end_time: seizure.start_time } });
  await press(one("tab", "Annotation Interval"));
  expect(one("radio", "Point Annotation").getAttribute("aria-checked")).toBe("true");
  await press(one("radio", "Span Annotation"));
  expect(says("Start time cannot be equal to the end time. Change to point annotation instead")).toBe(true);
  expect(button("Save").disabled).toBe(true);
});

it("sets times in the picker, which count once its changes are saved", async () => {
  const told = await open();
  await press(one("tab", "Annotation Interval"));
  const [own] = all("button", "Save changes") as HTMLButtonElement[];
  expect(own.disabled).toBe(true);
  // 11:00:20 AM, one hour on: behind the end.
  await press(one("radio", "PM"));
  expect(says("06/03/2026 02:00:00 PM")).toBe(true);
  expect(says("Start time cannot be greater than the end time.")).toBe(true);
  expect((all("button", "Save changes")[0] as HTMLButtonElement).disabled).toBe(true);
  // What was picked and does not count yet is not dropped unseen.
  await type(field("Title"), "Other");
  expect(says("Save or reset the time that was picked in Annotation Interval.")).toBe(true);
  expect(button("Save").disabled).toBe(true);
  await type(field("Title"), "Seizure");
  await press(all("button", "Reset changes").at(-1) as Element);
  expect(says("Start time cannot be greater than the end time.")).toBe(false);
  await press(one("radio", "End"));
  await press(one("radio", "PM"));
  await press(all("button", "Save changes")[0]);
  await press(button("Save"));
  expect(told[0]).toEqual({ ...seizure, end_time: file.endMs });
});

it("asks before changes are lost", async () => {
  const told = await open();
  await type(field("Title"), "Other");
  await press(button("Close"));
  expect(says("Your changes will not be saved. This action can not be undone.")).toBe(true);
  await press(button("No, keep editing"));
  expect(told).toEqual([]);
  await press(button("Close"));
  await press(button("Cancel changes"));
  expect(told).toEqual(["closed"]);
});

it("asks before it deletes, and has nothing to delete while it is being made", async () => {
  const told = await open();
  await press(button("Delete annotation"));
  expect(says("Are you sure you want to permanently delete this annotation? This action cannot be undone.")).toBe(true);
  await press(button("Yes, delete annotation"));
  expect(told).toEqual(["deleted", "closed"]);
  await drawn?.remove();
  drawn = undefined;
  await open({ annotator: null });
  expect(all("button", "Delete annotation")).toEqual([]);
});

it("says a failure and stays open, with a warning in the console", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  await open({ onSave: () => Promise.reject(new Error("The server is away.")) });
  await type(field("Title"), "Other");
  await press(button("Save"));
  expect(says("The server is away.")).toBe(true);
  expect(button("Save").disabled).toBe(false);
  expect(warned).toHaveBeenCalledOnce();
});

it("only shows to who may not edit", async () => {
  const told = await open({ mayEdit: false, onDelete: null });
  expect(field("Title").readOnly).toBe(true);
  expect(box("Fp1").disabled).toBe(true);
  expect(button("Save").disabled).toBe(true);
  expect(says("You do not have permission for this action")).toBe(true);
  await press(button("Close"));
  expect(told).toEqual(["closed"]);
});

it("names the zone of the file's times, and none where they are elapsed ones; who made it did so at a real moment", async () => {
  await open();
  expect(says("The file holds 06/03/2026 10:00:00 AM – 06/03/2026 02:00:00 PM (America/New_York).")).toBe(true);
  await drawn?.remove();
  await open({ clock: clockOf({ start_ms: file.startMs, is_start_known: false, timezone: zone }) });
  expect(says("The file holds 00:00:00 – 04:00:00.")).toBe(true);
  expect(says("06/03/2026 09:02:03 PM EDT")).toBe(true);
});
