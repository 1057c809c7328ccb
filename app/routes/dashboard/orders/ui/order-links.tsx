import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

/** Links below each other to what can be ordered, or to the names for which it can be ordered. */
export function OrderLinks({ links }: { links: readonly { to: string; label: string; about?: string }[] }) {
  return (
    <ul className="kinds max-w-[40rem] border-t-3 border-b border-t-ink border-b-line">
      {links.map(({ to, label, about }) => (
        <li key={to} className="border-t border-line first:border-t-0">
          <Link to={to} className="flex min-h-14 items-center justify-between gap-4 py-2 no-underline wrap-anywhere">
            <span>
              <b className="block">
                <Words>{label}</Words>
              </b>
              {about && (
                <span className="quiet">
                  <Words>{about}</Words>
                </span>
              )}
            </span>
            <Icon name="arrow" className="flex-none" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
