import { Link } from "#app/ui/primitives/link.tsx";

/** Links below each other to what can be ordered, or to the names for which it can be ordered. */
export function OrderLinks({ links }: { links: readonly { to: string; label: string; about?: string }[] }) {
  return (
    <ul className="kinds max-w-[40rem] border-y-3 border-ink">
      {links.map(({ to, label, about }) => (
        <li key={to} className="border-t border-line first:border-t-0">
          <Link to={to} className="flex min-h-14 flex-col justify-center py-2 no-underline wrap-anywhere">
            <b>{label}</b>
            {about && <span className="quiet">{about}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
