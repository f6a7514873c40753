import { Check, ChevronDown, Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useFilter } from "react-aria-components";
import { useSnapshot } from "valtio";
import { layoutType } from "../../../domain/displays.ts";
import { type DisplayGroup, displayLimits } from "../../../protocol/displays.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { SearchInput } from "../../../ui/fields/SearchInput.tsx";
import { Select, searchedFrom } from "../../../ui/fields/Select.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { useSession } from "../../session/index.ts";
import { mayDiscard, useLeaveGuard } from "../../shell/index.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import css from "./Displays.module.css";
import type { DisplayStore } from "./display-store.ts";
import { useDisplayActions } from "./use-display-actions.ts";

const search = text.search(displayBarText.groups);

export interface GroupButtonProps {
  store: DisplayStore;
  workspace: ReviewWorkspace;
}

interface Side {
  readonly kind: "rename" | "copy";
  readonly group: DisplayGroup;
}

/** Which display group is shown; its list has what can be done with each (spec 2.5). */
export function GroupButton({ store, workspace }: GroupButtonProps) {
  const { groups, chosen, status } = useSnapshot(store.state);
  const actions = useDisplayActions(store, workspace);
  const [side, setSide] = useState<Side | null>(null);
  const [deleted, setDeleted] = useState<DisplayGroup | null>(null);
  const isTyped = useRef(false);
  const group = groups.find(({ id }) => id === chosen?.group);
  const shown =
    group?.name ??
    (status === "failed"
      ? displayBarText.failed
      : status === "loading"
        ? displayBarText.loading
        : groups.length === 0
          ? displayBarText.noGroups
          : displayBarText.noGroupSelected);
  return (
    <>
      <PopoverButton
        label={`${displayBarText.groups}: ${shown}`}
        hint={shown}
        mayClose={() => mayDiscard(isTyped.current)}
        onClosed={() => {
          setSide(null);
          isTyped.current = false;
        }}
        content={(close) => (
          <div className={css.groups}>
            <GroupList
              store={store}
              workspace={workspace}
              onChosen={close}
              onSide={setSide}
              onDelete={(each) => {
                close();
                setDeleted(each);
              }}
              onAdd={() => {
                close();
                void actions.addGroup();
              }}
            />
            {side === null ? null : (
              <SideForm
                key={`${side.kind} ${side.group.id}`}
                side={side}
                onCancel={() => {
                  setSide(null);
                  isTyped.current = false;
                }}
                onType={() => {
                  isTyped.current = true;
                }}
                onSave={async (name, type) => {
                  if (side.kind === "rename") await actions.renameGroup(side.group.id, name);
                  else await actions.copyGroup(side.group.id, name, type);
                  close();
                }}
              />
            )}
          </div>
        )}
      >
        {/* That there are none is said where they are listed: it is no name. */}
        <span className={css.groupName}>
          {status === "ready" && groups.length === 0 ? displayBarText.groups : shown}
        </span>
        <ChevronDown size={14} aria-hidden />
      </PopoverButton>
      <ConfirmDialog
        title={displayBarText.deleteGroup.title}
        confirmLabel={displayBarText.deleteGroup.confirm}
        cancelLabel={displayBarText.cancel}
        isOpen={deleted !== null}
        onConfirm={async () => {
          if (deleted !== null) await actions.deleteGroup(deleted.id);
          setDeleted(null);
        }}
        onCancel={() => setDeleted(null)}
      >
        {deleted === null ? null : displayBarText.deleteGroup.body(deleted.name, deleted.layouts.length)}
      </ConfirmDialog>
    </>
  );
}

interface GroupListProps {
  store: DisplayStore;
  workspace: ReviewWorkspace;
  onChosen: () => void;
  onSide: (side: Side) => void;
  onDelete: (group: DisplayGroup) => void;
  onAdd: () => void;
}

function GroupList({ store, workspace, onChosen, onSide, onDelete, onAdd }: GroupListProps) {
  const { isFixed } = useSnapshot(workspace.display);
  const { groups, chosen, status } = useSnapshot(store.state);
  const { workspaceName } = useSession();
  const [typed, setTyped] = useState("");
  const { contains } = useFilter({ sensitivity: "base" });
  const found = groups.filter(({ name }) => contains(name, typed.trim()));
  const sections = [
    { title: displayBarText.personal, groups: found.filter(({ type }) => type === "personal") },
    { title: displayBarText.shared(workspaceName), groups: found.filter(({ type }) => type !== "personal") },
  ];
  return (
    <div className={css.groupList}>
      {groups.length < searchedFrom ? null : (
        <SearchInput label={search.label} clearLabel={search.clear} value={typed} onChange={setTyped} />
      )}
      {groups.length > 0 && found.length === 0 ? (
        <p className={css.empty} role="status">
          {search.empty}
        </p>
      ) : null}
      {status === "ready" && groups.length === 0 ? <p className={css.empty}>{displayBarText.noGroups}</p> : null}
      {sections.map(({ title, groups: own }) =>
        groups.length === 0 || (own.length === 0 && found.length < groups.length) ? null : (
          <section key={title} aria-label={title}>
            <h3 className={css.section}>{title}</h3>
            {own.length === 0 ? <p className={css.empty}>{displayBarText.noGroups}</p> : null}
            <ul>
              {own.map((each) => (
                <li key={each.id} className={css.groupRow}>
                  <button
                    type="button"
                    className={css.groupChoice}
                    aria-current={each.id === chosen?.group}
                    onClick={() => {
                      store.chooseGroup(each.id);
                      onChosen();
                    }}
                  >
                    <span className={css.check}>
                      {each.id === chosen?.group ? <Check size={15} aria-hidden /> : null}
                    </span>
                    <span>{each.name}</span>
                  </button>
                  {each.may_change && !isFixed ? (
                    <IconButton
                      icon={Pencil}
                      label={`${displayBarText.rename} ${each.name}`}
                      onPress={() => onSide({ kind: "rename", group: each as DisplayGroup })}
                    />
                  ) : null}
                  <IconButton
                    isDisabled={isFixed}
                    icon={Copy}
                    label={`${displayBarText.copyGroup} ${each.name}`}
                    onPress={() => onSide({ kind: "copy", group: each as DisplayGroup })}
                  />
                  {each.may_change && !isFixed ? (
                    <IconButton
                      icon={Trash2}
                      label={`${displayBarText.delete} ${each.name}`}
                      onPress={() => onDelete(each as DisplayGroup)}
                    />
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      <Button size="small" isDisabled={isFixed || status !== "ready"} onPress={onAdd}>
        <Plus size={15} aria-hidden />
        {displayBarText.addGroup}
      </Button>
    </div>
  );
}

interface SideFormProps {
  side: Side;
  onCancel: () => void;
  /** Something was entered. */
  onType: () => void;
  onSave: (name: string, type: string) => Promise<void>;
}

/** The menu beside the list: another name, or a copy with its name and who sees it. */
function SideForm({ side: { kind, group }, onCancel, onType, onSave }: SideFormProps) {
  const { workspaceName } = useSession();
  const given = kind === "rename" ? group.name : "";
  const [name, setName] = useState(given);
  const [scope, setScope] = useState<"Personal" | "Shared">("Personal");
  useLeaveGuard(name !== given || scope !== "Personal");
  const title = `${kind === "rename" ? displayBarText.rename : displayBarText.copyGroup} ${group.name}`;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void onSave(name, layoutType(scope, workspaceName));
  };
  return (
    <form className={css.side} aria-label={title} onSubmit={save}>
      <TextInput
        label={displayBarText.name}
        value={name}
        onChange={(typed) => {
          setName(typed);
          onType();
        }}
        maxLength={displayLimits.groupName}
        placeholder={kind === "copy" ? displayBarText.copyOf(group.name) : undefined}
        autoFocus
      />
      {kind === "copy" ? (
        <Select
          label={displayBarText.access}
          options={[
            { id: "Personal", name: displayBarText.personal },
            { id: "Shared", name: displayBarText.shared(workspaceName) },
          ]}
          selected={scope}
          onChoose={(id) => {
            setScope(id === "Shared" ? "Shared" : "Personal");
            onType();
          }}
        />
      ) : null}
      <div className={css.sideActions}>
        <Button size="small" onPress={onCancel}>
          {displayBarText.cancel}
        </Button>
        <Button size="small" tone="primary" type="submit">
          {kind === "rename" ? displayBarText.rename : displayBarText.copyGroup}
        </Button>
      </div>
    </form>
  );
}
