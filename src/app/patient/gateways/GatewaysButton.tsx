import { useState } from "react";
import { gatewayText as words } from "../../../protocol/text/gateway-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { useHolds } from "../../session/index.ts";
import { endForm } from "../../shell/index.ts";
import { GatewayList } from "./GatewayList.tsx";
import css from "./Gateways.module.css";
import { NewGateway } from "./NewGateway.tsx";

/** The way to the machines that send recordings of the patient, for those who may upload for them. */
export function GatewaysButton({ patientKey }: { patientKey: number }) {
  const [isOpen, setOpen] = useState(false);
  const [isSecret, setSecret] = useState(false);
  const [isTyped, setTyped] = useState(false);
  if (!useHolds("upload_data")) return null;
  const close = () => {
    setOpen(false);
    setTyped(false);
  };
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {words.open}
      </Button>
      <Dialog
        title={words.title}
        closeLabel={words.close}
        isOpen={isOpen}
        onClose={() => endForm(isTyped, close)}
        // A credential is shown once: a slip must not close it.
        isSticky={isSecret}
        hasNoClose={isSecret}
        actions={isSecret ? undefined : <Button onPress={close}>{words.close}</Button>}
      >
        <div className={css.body}>
          <p className={css.hint}>{words.intro}</p>
          <GatewayList patientKey={patientKey} />
          <NewGateway patientKey={patientKey} onSecret={setSecret} onType={setTyped} />
        </div>
      </Dialog>
    </>
  );
}
