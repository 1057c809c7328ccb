const EXAMPLES = [
  ["## A heading", "A heading"],
  ["**bold** and *italic*", "bold and italic"],
  ["[our prices](/domains/pricing)", "A link"],
  ["- one line for each", "A list"],
  ["1. first", "A numbered list"],
  ["> somebody's words", "A quotation"],
  ["![a sign](/pictures/post-names.svg)", "A picture"],
] as const;

/** How to write markdown, in seven lines. */
export function MarkdownHelp() {
  return (
    <details className="desk-fold">
      <summary>How to write headings, links and lists</summary>
      <p>An empty line begins a paragraph.</p>
      <dl className="ruled">
        {EXAMPLES.map(([typed, meaning]) => (
          <div key={typed}>
            <dt>{meaning}</dt>
            <dd>
              <code className="wrap-anywhere">{typed}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
