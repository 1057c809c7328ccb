import { type RefObject, useEffect, useRef } from "react";
import type { NameServerReport } from "#app/model/dns/delegation.ts";

import type { LiveRow, LiveView } from "#app/model/dns/live-view.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

type LiveCheckProps = {
  zone: string;
  /** The zone's name with its Unicode characters. */
  display: string;
  /** The address of the DNS page. */
  path: string;
  /** The id of the only record to check; null for all. */
  only: string | null;
  isTooOften: boolean;
  /** `isListed`: whether the zone's records could be read. */
  check: { view: LiveView; isListed: boolean; checkedAt: string; page: number; pages: number } | null;
};

const TITLE = "live-title";

/** What public DNS returns for a domain's records, with a button to check again. */
export function LiveCheck({ zone, display, path, only, isTooOften, check }: LiveCheckProps) {
  const section = useRef<HTMLElement>(null);
  const { page = 1, pages = 1 } = check ?? {};
  useScrollToStart(section, page);
  const here = `${path}/live`;
  const query = only === null ? (page > 1 ? `?page=${page}` : "") : `?${new URLSearchParams({ record: only })}`;
  return (
    <section ref={section} className="live flow" aria-labelledby={TITLE} tabIndex={-1} data-arrival="">
      <h2 id={TITLE}>Is it live?</h2>
      {isTooOften && (
        <Banner kind="warn" title="That was a lot of checks in one minute">
          <p>Please wait a moment, then check again.</p>
        </Banner>
      )}
      {check && <Findings zone={zone} display={display} isOne={only !== null} {...check} />}
      <div className="actions">
        <ButtonLink to={here + query} preventScrollReset>
          {check?.view.isUnreachable ? "Try again" : "Check again"}
        </ButtonLink>
        {only !== null && (
          <ButtonLink kind="alt" to={here}>
            Check all records
          </ButtonLink>
        )}
        {page > 1 && (
          <ButtonLink kind="alt" to={page === 2 ? here : `${here}?page=${page - 1}`}>
            Earlier names
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink kind="alt" to={`${here}?page=${page + 1}`}>
            More names
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

type FindingsProps = NonNullable<LiveCheckProps["check"]> &
  Pick<LiveCheckProps, "zone" | "display"> & { isOne: boolean };

function Findings({ zone, display, isOne, view, isListed, checkedAt, page, pages }: FindingsProps) {
  const { isUnreachable, missing, servers, rows } = view;
  if (isUnreachable) {
    return (
      <p aria-live="polite">
        We cannot ask what the world sees just now. Your records are not touched by this. (Tried at {checkedAt}.)
      </p>
    );
  }
  const isDark = servers?.status === "bad";
  return (
    <>
      <p>
        Phones and computers find a name by asking services like these. Each keeps an answer for a while, so a change
        takes its time.
      </p>
      {servers && <NameServers said={servers} zone={zone} />}
      {missing.map((resolver) => (
        <p key={resolver}>{resolver} could not be asked just now.</p>
      ))}
      {rows.length > 0 && (
        <ul className="seen">
          {rows.map((row) => (
            <Row key={row.id} row={row} zone={display} />
          ))}
        </ul>
      )}
      {!isListed && <Banner kind="warn" title="Failed to fetch DNS records" />}
      {isListed && rows.length === 0 && !isDark && (
        <p>{isOne ? "This record is not among those that are checked." : "There are no records to check."}</p>
      )}
      <p className="quiet" aria-live="polite">
        Checked at {checkedAt} in Nairobi. An answer may be half a minute old.
        {pages > 1 && ` Page ${page} of ${pages}.`}
      </p>
    </>
  );
}

function Row({ row: { types, name, values, note, answers }, zone }: { row: LiveRow; zone: string }) {
  return (
    <li className="record">
      <p className="record-name" translate="no">
        <span>{types.join(", ")}</span>{" "}
        <span>
          {name}
          {name === "@" && <small> {zone}</small>}
        </span>
      </p>
      <div>
        {values.map(({ id, text }) => (
          <p key={id} className="record-content" translate="no">
            {text}
          </p>
        ))}
        {note !== "" && <p className="quiet">{note}</p>}
      </div>
      <ul className="answers">
        {answers.map(({ resolver, status, word, text }) => (
          <li key={resolver}>
            {resolver} <span className={`word is-${status}`}>{word}</span>
            {text !== "" && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Scrolls to the start of another page of names, because its links keep the scroll position. */
function useScrollToStart(section: RefObject<HTMLElement>, page: number): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current !== page) section.current?.scrollIntoView();
    last.current = page;
  }, [section, page]);
}

/** The name servers that public DNS names; if they are wrong, which to enter instead. */
function NameServers({ said, zone }: { said: NameServerReport; zone: string }) {
  const { status, title, text, seen, change } = said;
  return (
    <Banner kind={status} title={title}>
      {text !== "" && <p>{text}</p>}
      {change && (
        <>
          <dl className="servers">
            {seen.length > 0 && <Servers label="The world sees" names={seen} />}
            {change.enter.length > 0 && <Servers label="Enter these" names={change.enter} />}
          </dl>
          <p>
            {change.enter.length === 0 && "Write to us, and we will tell you which to enter. "}
            Enter them where the name is registered. If you bought it from us, write to us and we will change it.
          </p>
          {change.wait !== "" && <p>{change.wait}</p>}
          <p className="pt-2">
            <ButtonLink kind="alt" to={`/contact?domain=${encodeURIComponent(zone)}`}>
              Write to us
            </ButtonLink>
          </p>
        </>
      )}
    </Banner>
  );
}

function Servers({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <>
      <dt>{label}</dt>
      {names.map((name) => (
        <dd key={name} translate="no">
          {name}
        </dd>
      ))}
    </>
  );
}
