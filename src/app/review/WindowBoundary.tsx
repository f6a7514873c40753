import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Face } from "../../ui/notices/Face.tsx";

interface State {
  hasFailed: boolean;
}

/** Each window has its own net: when one stops working the others go on. */
export class WindowBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Face icon={CircleAlert} title={text.review.windowFailed} role="alert">
        <Button onPress={() => this.setState({ hasFailed: false })}>{text.failed.tryAgain}</Button>
      </Face>
    );
  }
}
