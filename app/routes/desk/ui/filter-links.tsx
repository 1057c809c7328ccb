type FilterLinksProps = {
  label: string;
  /** The links with their names; the first one is the list without a filter. */
  links: readonly { to: string; label: string; isHere: boolean }[];
};

/** Links that show a part of a list. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-5">
        {links.map((link) => (
          <li key={link.to}>
            <a
              href={link.to}
              aria-current={link.isHere ? "page" : undefined}
              className="inline-flex min-h-touch min-w-touch items-center justify-center aria-[current]:font-bold aria-[current]:no-underline"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
