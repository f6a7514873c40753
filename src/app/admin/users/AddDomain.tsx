import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { domainRules } from "../../../domain/people/admin-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { addDomain } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { call, reasonOnce } from "../../session/index.ts";
import { mayDiscard, useLeaveGuard } from "../../shell/index.ts";
import css from "../parts/Admin.module.css";

const { domains: words, form } = adminLabels;

/** The button and the small panel that adds a domain to the list. */
export function AddDomain() {
  const typed = useRef("");
  return (
    <PopoverButton
      label={words.add}
      placement="bottom end"
      mayClose={() => mayDiscard(typed.current !== "")}
      onClosed={() => {
        typed.current = "";
      }}
      content={(close) => (
        <AddDomainForm
          onClose={close}
          onType={(domain) => {
            typed.current = domain;
          }}
        />
      )}
    >
      {words.add}
    </PopoverButton>
  );
}

function AddDomainForm({ onClose, onType }: { onClose: () => void; onType: (domain: string) => void }) {
  const queries = useQueryClient();
  const [domain, setDomain] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useLeaveGuard(domain !== "");
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const failure = firstFailure(domainRules, domain);
    setProblem(failure);
    if (failure !== undefined || isBusy) return;
    setBusy(true);
    try {
      await call(addDomain, { domain: domain.trim() });
    } catch (error) {
      setProblem(reasonOnce(error));
      setBusy(false);
      return;
    }
    toast.success(adminText.done.domainAdded);
    void queries.invalidateQueries({ queryKey: ["domains"] });
    onClose();
  };
  return (
    <form className={css.add} noValidate onSubmit={(event) => void add(event)}>
      <TextInput
        label={words.domain}
        placeholder={words.placeholder}
        autoComplete="off"
        autoFocus
        value={domain}
        onChange={(value) => {
          setDomain(value);
          onType(value);
          setProblem(undefined);
        }}
        error={problem}
      />
      <div className={css.addActions}>
        <Button onPress={onClose}>{form.cancel}</Button>
        <Button tone="primary" type="submit" isPending={isBusy}>
          {words.add}
        </Button>
      </div>
    </form>
  );
}
