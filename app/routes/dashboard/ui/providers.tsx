import { Link } from "#app/ui/primitives/link.tsx";
import { Badge } from "./badge.tsx";

export type Provider = { provider: string; name: string; isInUse: boolean };

/** Links to the set-up form of each provider. */
export function Providers({ to, choices }: { to: (provider: string) => string; choices: readonly Provider[] }) {
  return (
    <ul className="providers">
      {choices.map(({ provider, name, isInUse }) => (
        <li key={provider}>
          <Link to={to(provider)}>
            {name}
            {isInUse && <Badge kind="ok">in use</Badge>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
