type FilterLinksProps = {
  label: string;
  /** The links with their names; the first one is the list without a filter. */
  links: readonly { to: string; label: string; isHere: boolean }[];
};

/** Links that show a part of a list. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav aria-label={label} className="parts">
      {links.map((link) => (
        <a key={link.to} href={link.to} aria-current={link.isHere ? "page" : undefined}>
          {link.label}
        </a>
      ))}
    </nav>
  );
}
