import { CircleAlert } from "lucide-react";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Face } from "../../ui/notices/Face.tsx";

/** The last net under every page: nothing else could handle what happened. */
export function ShellFailure() {
  return (
    <Face icon={CircleAlert} title={text.failed.title} role="alert">
      <Button onPress={() => location.reload()}>{text.failed.tryAgain}</Button>
    </Face>
  );
}
