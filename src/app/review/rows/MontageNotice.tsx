import { useSnapshot } from "valtio";
import { montageText } from "../../../protocol/text/montage-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { useMontageList, useMontageWindow } from "./montage-window.ts";

const words = montageText.window;

/** Says that the window shows another montage than it was set to, and why; nothing while it shows that one. */
export function MontageNotice() {
  const { props, library, montages, montageStore } = useMontageWindow();
  useMontageList();
  const { montage } = useSnapshot(props);
  const { status } = useSnapshot(montages.state);
  const chosen = library.chosen(montage);
  if (chosen === null || !chosen.isFallback) return null;
  const shown = chosen.montage.name;
  const name = montages.lastName(montage);
  if (status === "failed")
    return (
      <Banner tone="warning">
        {words.notFetched(shown)}
        <Button size="small" onPress={() => void montageStore?.reload()}>
          {text.failed.tryAgain}
        </Button>
      </Banner>
    );
  return <Banner tone="warning">{name === null ? words.missing(shown) : words.deleted(name, shown)}</Banner>;
}
