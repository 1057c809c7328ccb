import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type Age, ageClass, dueAge, stillAge } from "#app/desk/age.ts";
import { countWork, lastDayWords, nextStep, WORK_PARTS, type WorkItem, workHref } from "#app/desk/work.ts";
import { listWork } from "#app/desk/work-rows.table.server.ts";
import { WORK_WORDS, type WorkKind } from "#app/desk/work-words.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { requestAge } from "#app/requests/desk-view.ts";
import { PRICED_PLANS } from "#app/services/service-price.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { buttonClass } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { DeskSearch } from "./ui/desk-search.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Work list", description: "What needs somebody now.", isHidden: true });

/** Returns what needs somebody now, oldest first. Source: docs/product/desk.md, "The work list". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const work = await listWork(PRICED_PLANS);
  if (!work.ok) return outagePage(context, { items: null, counts: [], all: 0, failure: work.message });
  const now = nowDate();
  const items = work.value.items.map(({ taker, since, ...item }) => ({
    ...item,
    last: item.part === "domains" ? lastDayWords(since, now) : "",
    age: ageOf(item, since, now),
    taker: taker === null ? "" : taker.id === staff.id ? "you have it" : `${taker.name} has it`,
  }));
  const { words, all } = countWork(work.value);
  return data({ items, counts: words, all, failure: "" });
}

function ageOf({ kind, part }: Pick<WorkItem, "kind" | "part">, since: string, now: Date): Age {
  if (part === "domains") return stillAge(since, now);
  return kind === "request" ? requestAge(since, now) : dueAge(since, now);
}

export default function WorkListPage() {
  const { items, counts, all, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Work list">
        <div className="wide-only">
          <DeskSearch q="" />
        </div>
      </DeskHead>
      {items === null && <ReadFailure title={failure} retryHref="/desk" />}
      {items?.length === 0 && (
        <DeskEmpty title="Nothing waits for you">
          <p>New orders, messages and schools appear here. A mail at 8:00 says what waits.</p>
        </DeskEmpty>
      )}
      {items !== null && items.length > 0 && (
        <>
          <p className="quiet">{counts.join(", ")}.</p>
          {WORK_PARTS.map((part) => (
            <WorkPart key={part} heading={HEADINGS[part]} items={items.filter((item) => item.part === part)} />
          ))}
          {all > items.length && (
            <p>
              These are the {items.length} oldest of {all}. The next ones appear when some of these are done.
            </p>
          )}
        </>
      )}
    </div>
  );
}

const HEADINGS = {
  paid: "Paid orders, oldest first",
  others: "Everything else, oldest first",
  domains: "Domains that end soon",
};

type Row = Omit<WorkItem, "since" | "taker"> & { age: Age; last: string; taker: string };

function WorkPart({ heading, items }: { heading: string; items: readonly Row[] }) {
  return items.length === 0 ? null : (
    <section>
      <h2 className="pane-heading">{heading}</h2>
      <ul className="desk-list">
        {items.map((item) => (
          <WorkRow key={`${item.kind} ${item.id} ${item.title}`} {...item} />
        ))}
      </ul>
    </section>
  );
}

/** Kinds whose first words say what they are. */
const PLAIN: ReadonlySet<WorkKind> = new Set(["order", "message", "lapsing"]);

function WorkRow({ kind, orderKind, id, title, serviceId, customer, ksh, age, last, taker }: Row) {
  const { label, button } = WORK_WORDS[kind];
  return (
    <li className={`is-aged work-row ${ageClass(age) ?? ""}`}>
      <span>
        <span className="block">
          <b>{nextStep({ kind, orderKind })}:</b> <bdi className="wrap-anywhere">{title}</bdi>
        </span>
        <span className="cut quiet">
          <span className="desk-age">{last === "" ? age.words : last}</span>
          {[ksh === null ? "" : formatKsh(ksh), customer, PLAIN.has(kind) ? "" : label, taker]
            .filter(Boolean)
            .map((words) => (
              <Fragment key={words}>
                {" · "}
                <bdi translate="no">{words}</bdi>
              </Fragment>
            ))}
        </span>
      </span>
      <a href={workHref({ kind, id, title, serviceId })} className={buttonClass("alt")} data-row>
        <span>
          {button}
          <span className="visually-hidden"> ({title})</span>
        </span>
      </a>
    </li>
  );
}
