import type { BannerKind } from "#app/ui/feedback/banner.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** `inUse`: where it is in use, if not everywhere. */
export type Provider = { provider: string; name: string; isInUse: boolean; inUse?: string };

/** Links to the set-up form of each provider. */
export function Providers({ to, choices }: { to: (provider: string) => string; choices: readonly Provider[] }) {
  return (
    <ul className="mt-3 grid grid-cols-2 gap-px border-2 border-ink bg-line">
      {choices.map(({ provider, name, isInUse, inUse = "in use" }) => (
        <li key={provider} className="grid last:odd:col-span-full">
          <Link
            to={to(provider)}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-2 bg-surface p-3 leading-tight no-underline wrap-anywhere hover:bg-sunk"
          >
            <u>{name}</u>
            {isInUse && <Badge kind={inUse === "in use" ? "ok" : "warn"}>{inUse}</Badge>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type ConnectProps = {
  id: string;
  title: string;
  /** In place of the title when a provider is in use. */
  change: string;
  question: string;
  to: (provider: string) => string;
  choices: readonly Provider[];
};

/** The providers of a website or of mail; folded while one of them is in use. */
export function Connect({ id, title, change, question, to, choices }: ConnectProps) {
  const list = (
    <>
      <p>{question}</p>
      <Providers to={to} choices={choices} />
    </>
  );
  if (choices.some(({ isInUse }) => isInUse)) {
    return (
      <details className="fold border-y border-line">
        <summary>{change}</summary>
        <div className="pb-4">{list}</div>
      </details>
    );
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {list}
    </section>
  );
}

/** A word with a shape: a dot, a triangle for "soon" or a square for "act now". Never shown by colour alone. */
export function Badge({ kind, children }: { kind: BannerKind; children: string }) {
  return <span className={`badge is-${kind}`}>{children}</span>;
}
