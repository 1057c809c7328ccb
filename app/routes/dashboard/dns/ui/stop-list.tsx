import type { Aside } from "#app/dns/change.ts";

/** What stops when records are deleted, each with its reason. */
export function StopList({ stops }: { stops: readonly Aside[] }) {
  if (stops.length === 0) return <p>We know of nothing that stops.</p>;
  return (
    <ul className="grid gap-2 wrap-anywhere">
      {stops.map(({ text, reason }) => (
        <li key={text}>
          <b>{text}</b> {reason}
        </li>
      ))}
    </ul>
  );
}
