import { type RefObject, useEffect, useRef } from "react";
import type { LiveRow, LiveView } from "#app/model/dns/live-view.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { NameServers } from "./name-servers.tsx";

type LiveCheckProps = {
  zone: string;
  /** The zone's name as people read it. */
  display: string;
  /** The address of the DNS page. */
  path: string;
  /** The one record that was asked for, by its id; null for a page of all. */
  only: string | null;
  isTooOften: boolean;
  /** `isListed`: the zone's records could be read. */
  check: { view: LiveView; isListed: boolean; checkedAt: string; page: number; pages: number } | null;
};

const TITLE = "live-title";

/** What the world sees of a domain's records, with a way to look again. */
export function LiveCheck({ zone, display, path, only, isTooOften, check }: LiveCheckProps) {
  const section = useRef<HTMLElement>(null);
  const { page = 1, pages = 1 } = check ?? {};
  useBeginning(section, page);
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

/** Another page of names begins at its beginning, over another page too, where nothing else sees to it. */
function useBeginning(section: RefObject<HTMLElement>, page: number): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current !== page) section.current?.scrollIntoView();
    last.current = page;
  }, [section, page]);
}
