import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Face } from "../../ui/notices/Face.tsx";

interface State {
  hasFailed: boolean;
  /** A part of the application could not be fetched: after an update of the server it has another name. */
  isOutdated: boolean;
}

/** What browsers say of a module that they could not fetch. */
const notFetched = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Each window has its own net: when one stops working the others go on. */
export class WindowBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false, isOutdated: false };

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, isOutdated: error instanceof Error && notFetched.test(error.message) };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    if (this.state.isOutdated)
      return (
        <Face icon={CircleAlert} title={text.review.partNotFetched} role="alert">
          <Button onPress={() => location.reload()}>{text.review.reload}</Button>
        </Face>
      );
    return (
      <Face icon={CircleAlert} title={text.review.windowFailed} role="alert">
        <Button onPress={() => this.setState({ hasFailed: false })}>{text.failed.tryAgain}</Button>
      </Face>
    );
  }
}
