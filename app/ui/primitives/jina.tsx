/** An attested Swahili saying and its translation (docs/product.md, "The look"). One on a page, never beside an error. */
export function Jina({ saying, gloss }: { saying: string; gloss: string }) {
  return (
    <p className="jina">
      <b lang="sw">{saying}</b>
      <span className="quiet">{gloss}</span>
    </p>
  );
}
