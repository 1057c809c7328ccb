/** A link to another site, in a new tab, which screen readers are told. */
export function ExternalLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
