import { useEffect } from "react";
import { text } from "../../protocol/text/text.ts";

/** Names the browser's tab after what it shows; null while that is not known. */
export function useTitle(page: string | null): void {
  useEffect(() => {
    document.title = page === null ? text.product.name : text.product.title(page);
  }, [page]);
}
