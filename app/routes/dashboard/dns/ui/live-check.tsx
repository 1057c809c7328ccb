import { type RefObject, useEffect, useRef } from "react";
import type { NameServerReport } from "#app/dns/delegation.ts";

import type { LiveRow, LiveView } from "#app/dns/live-view.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { RecordValue } from "./record-value.tsx";

type LiveCheckProps = {
  zone: string;
  /** The zone's name with its Unicode characters. */
  display: string;
  /** The address of the DNS page. */
  path: string;
  /** The id of the only record to check, or the only name, as in the URL; null for all. */
  only: Record<string, string> | null;
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
  const query = only === null ? (page > 1 ? `?page=${page}` : "") : `?${new URLSearchParams(only)}`;
  return (
    <section ref={section} className="flow scroll-mt-20" aria-labelledby={TITLE} tabIndex={-1} data-arrival="">
      <h2 id={TITLE}>Is it live?</h2>
      {isTooOften && (
        <Banner kind="warn" title="That was a lot of checks in one minute">
          <p>Please wait a moment, then check again.</p>
        </Banner>
      )}
      {check && <Findings zone={zone} display={display} isOne={only?.record !== undefined} {...check} />}
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
    return <p aria-live="polite">We can’t check right now. Your records stay as they are. (Tried at {checkedAt}.)</p>;
  }
  const isDark = servers?.status === "bad";
  const isLive = ({ answers }: LiveRow) => answers.length > 0 && answers.every(({ status }) => status === "ok");
  const live = rows.filter(isLive);
  const others = rows.filter((row) => !isLive(row));
  return (
    <>
      <p>Changes can take up to an hour to reach everybody.</p>
      {servers && <NameServers said={servers} zone={zone} />}
      {missing.map((resolver) => (
        <p key={resolver}>We can’t check {resolver} right now.</p>
      ))}
      {live.length > 0 && <p className="lead">{liveWords(countOf(live), countOf(rows), pages > 1)}</p>}
      {(isOne ? rows : others).length > 0 && <Rows rows={isOne ? rows : others} zone={display} />}
      {!isOne && live.length > 0 && (
        <details className="fold">
          <summary>Show what is live</summary>
          <Rows rows={live} zone={display} />
        </details>
      )}
      {!isListed && <Banner kind="warn" title="Failed to fetch DNS records" />}
      {isListed && rows.length === 0 && !isDark && (
        <p>{isOne ? "We do not check this record." : "There are no records to check."}</p>
      )}
      <p className="quiet" aria-live="polite">
        Checked at {checkedAt} in Nairobi.
        {pages > 1 && ` Page ${page} of ${pages}.`}
      </p>
    </>
  );
}

function Rows({ rows, zone }: { rows: readonly LiveRow[]; zone: string }) {
  return (
    <ul className="border-t-3 border-ink">
      {rows.map((row) => (
        <Row key={row.id} row={row} zone={zone} />
      ))}
    </ul>
  );
}

function countOf(rows: readonly LiveRow[]): number {
  return rows.reduce((sum, { values }) => sum + values.length, 0);
}

/** "All 16 records are live.", or how many of them. */
function liveWords(live: number, all: number, hasPages: boolean): string {
  const here = hasPages ? " on this page" : "";
  if (live < all) return `${live} of ${all} records${here} are live.`;
  if (all === 2) return `Both records${here} are live.`;
  return all === 1 ? `The record${here} is live.` : `All ${all} records${here} are live.`;
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
            <RecordValue text={text} />
          </p>
        ))}
        {note !== "" && <p className="quiet">{note}</p>}
      </div>
      <ul className="answers">
        {together(answers).map(({ resolver, status, word, text }) => (
          <li key={resolver}>
            {resolver} <span className={`word is-${status}`}>{word}</span>
            {text !== "" && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </li>
  );
}

/**
 * Joins the lines of resolvers that say the same. A sentence that begins with "It" is about one resolver, so its line stays
 * alone.
 */
function together(answers: LiveRow["answers"]): LiveRow["answers"] {
  const [first, ...rest] = answers;
  const isSame = rest.every(({ word, text }) => word === first?.word && text === first.text);
  if (!first || !isSame || first.text.startsWith("It ")) return answers;
  return [{ ...first, resolver: answers.map(({ resolver }) => resolver).join(" and ") }];
}

/** Scrolls to the start of another page of names, because links to other pages keep the scroll position. */
function useScrollToStart(section: RefObject<HTMLElement>, page: number): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current !== page) section.current?.scrollIntoView();
    last.current = page;
  }, [section, page]);
}

/** The name servers that public DNS names; if they are wrong, also the name servers to enter instead. */
function NameServers({ said, zone }: { said: NameServerReport; zone: string }) {
  const { status, title, text, others, change } = said;
  return (
    <Banner kind={status} title={title}>
      {text !== "" && <p>{text}</p>}
      {change && (
        <>
          <dl className="py-2 wrap-anywhere">
            {others.length > 0 && <Servers label="Everybody sees" names={others} />}
            {change.enter.length > 0 && <Servers label="Enter these" names={change.enter} />}
          </dl>
          <p>
            {change.enter.length === 0 && "Write to us, and we tell you which to enter. "}
            Enter them where you bought the name. If you bought it from us, write to us and we change them.
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
      <dt className="font-bold not-first:mt-2">{label}</dt>
      {names.map((name) => (
        <dd key={name} translate="no" className="font-mono">
          {name}
        </dd>
      ))}
    </>
  );
}
