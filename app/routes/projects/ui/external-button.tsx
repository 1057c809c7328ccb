import { buttonClass } from "#app/ui/primitives/button.tsx";

/** A link to another site that looks like a button, in a new tab, which screen readers are told. */
export function ExternalButton({ href, label, kind }: { href: string; label: string; kind?: "alt" }) {
  return (
    <a className={buttonClass(kind)} href={href} target="_blank" rel="noopener">
      <span>
        {label}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
