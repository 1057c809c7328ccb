import type { ReactNode } from "react";
import type { Aside } from "#app/dns/change.ts";
import { type ListedChange, STATE_WORDS } from "#app/dns/job-view.ts";
import { type ListedRecord, recordDetail } from "#app/dns/listed-record.ts";
import { wholeName } from "#app/dns/record-name.ts";
import { Badge } from "#app/routes/dashboard/ui/providers.tsx";
import { Banner, type BannerKind } from "#app/ui/feedback/banner.tsx";
import { RecordValue } from "./record-value.tsx";

const KINDS: Record<ListedChange["state"], BannerKind> = {
  waiting: "neutral",
  sent: "warn",
  unconfirmed: "warn",
  done: "ok",
  failed: "bad",
  dropped: "neutral",
};

type ChangeListProps = {
  changes: readonly ListedChange[];
  /** The zone's name with its Unicode characters. */
  zone: string;
  /** Whether to show the state of each change; false for a plan, whose changes have not started. */
  hasStates?: boolean;
};

/** The changes of a job, each with its record and the value before and after. */
export function ChangeList({ changes, zone, hasStates = false }: ChangeListProps) {
  return (
    <ul className="border-t-2 border-ink">
      {changes.map(({ id, before, after, state, reason, beside }) => (
        <li key={id} className="change">
          <Title record={after ?? before} zone={zone}>
            {before === null ? "Add" : after === null ? "Delete" : "Change"}{" "}
            {hasStates && <Badge kind={KINDS[state]}>{STATE_WORDS[state]}</Badge>}
          </Title>
          {beside?.map((record) => (
            <p key={record.id} className="stays">
              <Line record={record} other={null} /> <small>· stays</small>
            </p>
          ))}
          {before && (
            <del>
              <Line record={before} other={after} />
            </del>
          )}
          {after && (
            <ins>
              <Line record={after} other={before} />
            </ins>
          )}
          {reason !== null && state !== "done" && <p className="quiet">{reason}</p>}
        </li>
      ))}
    </ul>
  );
}

type TitleProps = { record: ListedRecord | null; zone: string; children: ReactNode };

/** The type and the whole name of a record, then what happens to it. */
function Title({ record, zone, children }: TitleProps) {
  return (
    <p className="wrap-anywhere">
      {record && (
        <span translate="no">
          <b>{record.type}</b> {wholeName(record.name, zone)}
        </span>
      )}{" "}
      <small>{children}</small>
    </p>
  );
}

/** The value of a record; its type and name too, if they differ on the `other` side of the change. */
function Line({ record, other }: { record: ListedRecord; other: ListedRecord | null }) {
  const { type, name, content, comment } = record;
  const isMoved = other !== null && (other.type !== type || other.name !== name);
  return (
    <>
      <span className="record-content" translate="no">
        {isMoved && `${type} ${name} `}
        <RecordValue text={content} />
      </span>{" "}
      <small>
        {recordDetail(record)}
        {comment && ` · ${comment}`}
      </small>
    </>
  );
}

/** What a plan does differently from the input; shown before the changes. */
export function NoteList({ asides }: { asides: readonly Aside[] }) {
  const noted = asides.filter(({ kind }) => kind === "noted");
  return noted.length === 0 ? null : (
    <Banner kind="warn" title="Please look closely">
      {noted.map(({ text, reason }) => (
        <p key={`${text} ${reason}`}>
          {text}: {reason}
        </p>
      ))}
    </Banner>
  );
}

/** Above the button of a plan: how much is left out, with a link to the reasons. */
export function LeftOutLink({ asides }: { asides: readonly Aside[] }) {
  const skipped = asides.filter(({ kind }) => kind === "skipped");
  return skipped.length === 0 ? null : (
    <Banner kind="warn" title={leftOutWords(skipped.length)}>
      <p>
        <a className="link" href={`#${LEFT_OUT}`}>
          See why
        </a>
      </p>
    </Banner>
  );
}

const LEFT_OUT = "left-out";

function leftOutWords(count: number): string {
  return count === 1 ? "1 is left out" : `${count} are left out`;
}

/** What a plan leaves unchanged, each with its reason. */
export function AsideList({ asides }: { asides: readonly Aside[] }) {
  const skipped = asides.filter(({ kind }) => kind === "skipped");
  const same = asides.filter(({ kind }) => kind === "same");
  return (
    <>
      {skipped.length > 0 && (
        <section className="flow" id={LEFT_OUT}>
          <h3>{leftOutWords(skipped.length)}</h3>
          <Reasons asides={skipped} />
        </section>
      )}
      {same.length > 0 && (
        <details className="fold">
          <summary>
            {same.length === 1
              ? "Show the record that stays as it is"
              : `Show ${same.length} records that stay as they are`}
          </summary>
          <Reasons asides={same} />
        </details>
      )}
    </>
  );
}

function Reasons({ asides }: { asides: readonly Aside[] }) {
  return (
    <ul className="border-t-2 border-ink">
      {asides.map(({ text, reason }) => (
        <li key={`${text} ${reason}`} className="change">
          <span className="record-content" translate="no">
            {text}
          </span>
          <p className="quiet">{reason}</p>
        </li>
      ))}
    </ul>
  );
}
