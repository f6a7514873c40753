import { Link } from "@tanstack/react-router";
import { accountText } from "../../protocol/text/account-text.ts";
import linkCss from "../../ui/buttons/Link.module.css";
import { useSession } from "../session/index.ts";
import { useTitle } from "../shell/index.ts";
import css from "./ChangelogPage.module.css";
import { type ChangelogBlock, changelogBlocks, codeParts } from "./changelog.ts";

const { screen, shell } = accountText;

/** What changed in each release, from the server's CHANGELOG.md. */
export function ChangelogPage() {
  const { settings, isSignedIn } = useSession();
  useTitle(shell.changelog);
  const blocks = changelogBlocks(settings?.changelog ?? "").filter(
    (block) => block.kind !== "heading" || block.level > 1,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <article className={css.page} aria-label={shell.changelog} tabIndex={0}>
      <h1>{shell.changelog}</h1>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change while it is shown
        <Block key={index} block={block} />
      ))}
      {isSignedIn ? null : (
        <Link to="/" className={linkCss.link}>
          {screen.toLogin}
        </Link>
      )}
    </article>
  );
}

function Block({ block }: { block: ChangelogBlock }) {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
    case "paragraph":
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
    case "list":
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
        </ul>
      );
  }
}

function Line({ text }: { text: string }) {
  return codeParts(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change while it is shown
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
