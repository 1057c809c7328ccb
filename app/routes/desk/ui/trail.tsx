import { trailWords } from "#app/desk/log-words.ts";
import type { TrailLine } from "#app/desk/trail.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";

/**
 * Lists what staff did to a school or an order, and their notes, newest first; nothing if nothing was done. `of` names it:
 * "this school".
 */
export function Trail({ of, lines }: { of: string; lines: readonly TrailLine[] }) {
  return lines.length === 0 ? null : (
    <section className="flow pt-4 first:pt-0" aria-labelledby="trail-title">
      <h2 id="trail-title">What was done</h2>
      <ul className="ruled">
        {lines.map(({ at, who, did, detail, note }) => (
          <li key={`${at} ${did}`}>
            <p className="quiet">
              <time dateTime={at}>{nairobiTime(new Date(at))}</time>, {who}
              {note === null && ` ${trailWords(did, detail, of)}`}
            </p>
            {note !== null && (
              <p className="stranger" dir="auto">
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
