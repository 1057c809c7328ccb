/** The line of words on the cloth: an attested Swahili saying and what it means. One on a page, never beside an error. */
export function Jina({ saying, gloss }: { saying: string; gloss: string }) {
  return (
    <p className="jina">
      <b lang="sw">{saying}</b>
      <span className="quiet">{gloss}</span>
    </p>
  );
}
