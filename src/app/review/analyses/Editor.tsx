import { useState } from "react";
import { checkAnalysis } from "../../../domain/pipelines/check.ts";
import { createDocument, deleteDocument, saveDocument } from "../../../protocol/documents.ts";
import {
  analysisKind,
  analysisVersion,
  type ListedAnalysis,
  type PipelineAnalysis,
} from "../../../protocol/pipelines.ts";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { TextAreaInput } from "../../../ui/fields/TextAreaInput.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { call, makingOnce, reasonOf, reasonOnce } from "../../session/index.ts";
import css from "./Analyses.module.css";

const words = analysesText.editor;
type Content = Omit<PipelineAnalysis, "id">;

const looksLikeOne = (value: unknown): value is Content => {
  const graph = (value as Partial<Content> | null)?.pipeline_json;
  const { nodes, architecture } = graph ?? {};
  return (
    typeof graph?.name === "string" &&
    typeof graph.description === "string" &&
    Array.isArray(nodes) &&
    nodes.every((node) => typeof node?.name === "string" && typeof node.args === "object" && node.args !== null) &&
    Array.isArray(architecture?.inputs) &&
    architecture.inputs.every(Array.isArray) &&
    Array.isArray(architecture.output_indexes) &&
    Array.isArray((value as Content).exports)
  );
};

/** The content that a text is, and every sentence of what is wrong with it. */
function read(text: string): { content: Content | null; problems: readonly string[] } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { content: null, problems: [words.notJson(reasonOf(error))] };
  }
  if (!looksLikeOne(content)) return { content: null, problems: [words.notAnalysis] };
  return { content, problems: checkAnalysis({ ...content, id: 0 }).problems.map(({ sentence }) => sentence) };
}

export interface EditorProps {
  listed: ListedAnalysis;
  /** Something was entered. */
  onEdited: () => void;
  /** Told the id of its document once it is saved; null when it was deleted. */
  onSaved: (documentId: number | null) => void;
}

/** One's own analysis as JSON, checked while it is written; of one that is not one's own a copy is made. */
export function Editor({ listed, onEdited, onSaved }: EditorProps) {
  const { id: _, ...shown } = listed.analysis;
  const isOwn = listed.may_change && listed.document_id !== null;
  const [name, setName] = useState(isOwn ? listed.name : words.copyName(listed.name));
  const [text, setText] = useState(() => JSON.stringify(shown, null, 2));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { content, problems } = read(text);
  const edits = (set: (typed: string) => void) => (typed: string) => {
    set(typed);
    onEdited();
  };
  const attempt = async (work: () => Promise<number | null>) => {
    setBusy(true);
    setRefusal(null);
    try {
      onSaved(await work());
    } catch (error) {
      setRefusal(reasonOnce(error));
    }
    setBusy(false);
  };
  const [once] = useState(makingOnce);
  const { document_id, revision } = listed;
  const save = async () => {
    const named = { ...content, pipeline_json: { ...content?.pipeline_json, name } };
    const form = { version: analysisVersion, name, content: named };
    const saved =
      isOwn && document_id !== null
        ? await call(saveDocument, { document_id, revision, ...form })
        : await once(form, (request_key) =>
            call(createDocument, { kind: analysisKind, scope: "Personal", ...form, request_key }),
          );
    return saved.id;
  };
  return (
    <div className={css.form}>
      <TextInput label={words.name} value={name} onChange={edits(setName)} maxLength={100} />
      <div className={css.graph}>
        <TextAreaInput label={words.graph} value={text} onChange={edits(setText)} hint={words.hint} />
      </div>
      {problems.length === 0 ? (
        <p role="status" className={css.muted}>
          {words.sound}
        </p>
      ) : (
        <Banner tone="danger">
          <ul className={css.problems}>
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      )}
      {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
      <div className={css.actions}>
        {isOwn && document_id !== null ? (
          <>
            <Button tone="danger" isPending={isBusy} onPress={() => setAsked(true)}>
              {words.remove}
            </Button>
            <ConfirmDialog
              title={words.removeTitle}
              confirmLabel={words.remove}
              cancelLabel={words.keep}
              isOpen={isAsked}
              onConfirm={() => {
                setAsked(false);
                void attempt(() => call(deleteDocument, { document_id, revision }).then(() => null));
              }}
              onCancel={() => setAsked(false)}
            >
              {words.removeBody(listed.name)}
            </ConfirmDialog>
          </>
        ) : null}
        <Button
          tone="primary"
          isDisabled={problems.length > 0 || name.trim() === ""}
          isPending={isBusy}
          onPress={() => void attempt(save)}
        >
          {words.save}
        </Button>
      </div>
    </div>
  );
}
