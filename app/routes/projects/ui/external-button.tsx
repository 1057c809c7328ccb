import { buttonClass } from "#app/ui/primitives/button.tsx";

/** A link to another site that looks like a button, opens in a new tab, and says so to screen readers. */
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
