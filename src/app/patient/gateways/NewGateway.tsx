import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createGateway } from "../../../protocol/live.ts";
import { gatewayText as words } from "../../../protocol/text/gateway-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { call, makingOnce, reasonOnce } from "../../session/index.ts";
import css from "./Gateways.module.css";
import { gatewaysQuery } from "./queries.ts";

interface NewGatewayProps {
  patientKey: number;
  /** A credential is on the screen, or is no more. */
  onSecret: (isShown: boolean) => void;
  /** A name stands in the field, or none any more. */
  onType: (isTyped: boolean) => void;
}

/** Makes a gateway for the patient, and shows its credential this once. */
export function NewGateway({ patientKey, onSecret, onType }: NewGatewayProps) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const enter = (typed: string) => {
    setName(typed);
    onType(typed !== "");
  };
  const [credential, setCredential] = useState<string | null>(null);
  const [once] = useState(makingOnce);
  const make = useMutation({
    mutationFn: () => {
      const made = { name: name.trim(), patient_ids: [patientKey] };
      return once(made, (request_key) => call(createGateway, { ...made, request_key }));
    },
    onSuccess(made) {
      setCredential(made.credential);
      onSecret(true);
      enter("");
      void queries.invalidateQueries({ queryKey: gatewaysQuery(patientKey).queryKey });
    },
  });
  if (credential !== null)
    return (
      <Credential
        credential={credential}
        onDone={() => {
          setCredential(null);
          make.reset(); // it stays nowhere
          onSecret(false);
        }}
      />
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !make.isPending) make.mutate();
  };
  return (
    <form className={css.make} noValidate onSubmit={submit}>
      <TextInput
        label={words.name}
        placeholder={words.placeholder}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={enter}
        error={make.error === null ? undefined : reasonOnce(make.error)}
      />
      <Button tone="primary" type="submit" isDisabled={name.trim() === ""} isPending={make.isPending}>
        {make.isPending ? words.waiting : words.make}
      </Button>
    </form>
  );
}

function Credential({ credential, onDone }: { credential: string; onDone: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(credential);
      toast.success(words.copied);
    } catch {
      toast.error(words.notCopied); // a page that is not served securely has no clipboard
    }
  };
  return (
    <div className={css.make}>
      <TextInput
        label={words.credential}
        value={credential}
        onChange={() => {}}
        isReadOnly
        autoFocus
        hint={words.once}
      />
      <Button onPress={() => void copy()}>{words.copy}</Button>
      <Button tone="primary" onPress={onDone}>
        {words.done}
      </Button>
    </div>
  );
}
