import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type Age, dueWords, waitingAge } from "#app/desk/age.ts";
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
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { DeskSearch } from "./ui/desk-search.tsx";
import { type PaneRow, PaneRows } from "./ui/panes.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Work list", description: "What needs somebody now.", isHidden: true });

/** Returns what needs somebody now, oldest first. Source: docs/product/desk.md, "The work list". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const work = await listWork(PRICED_PLANS);
  if (!work.ok) return outagePage(context, { items: null, counts: [], all: "", failure: work.message });
  const now = nowDate();
  const items = work.value.items.map(({ taker, since, ...item }) => ({
    ...item,
    age: ageOf(item, since, now),
    due: item.part === "domains" || item.kind === "request" ? "" : dueWords(since, now),
    taker: taker === null ? "" : taker.id === staff.id ? "you have it" : `${taker.name} has it`,
  }));
  const { words, all, allWords } = countWork(work.value);
  return data({ items, counts: words, all: all > items.length ? allWords : "", failure: "" });
}

function ageOf({ kind, part }: Pick<WorkItem, "kind" | "part">, since: string, now: Date): Age {
  if (part === "domains") return { words: lastDayWords(since, now), level: "still" };
  return kind === "request" ? requestAge(since, now) : waitingAge(since, now);
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
          {WORK_PARTS.filter((part) => items.some((item) => item.part === part)).map((part) => (
            <PaneRows
              key={part}
              heading={HEADINGS[part]}
              rows={items.filter((item) => item.part === part).map(rowOf)}
              current=""
            />
          ))}
          {all !== "" && (
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

type Row = Omit<WorkItem, "since" | "taker"> & { age: Age; due: string; taker: string };

/** Kinds whose first words say what they are. */
const PLAIN: ReadonlySet<WorkKind> = new Set(["order", "message", "lapsing"]);

/** Returns a thing that waits as a row of the list: what to do next, when it is due, and for whom. */
function rowOf({ kind, orderKind, id, title, serviceId, customer, ksh, age, due, taker }: Row): PaneRow {
  const label = PLAIN.has(kind) ? "" : WORK_WORDS[kind].label;
  const rest = [due, ksh === null ? "" : formatKsh(ksh), customer, label, taker].filter(Boolean);
  return {
    id: `${kind} ${id} ${title}`,
    href: workHref({ kind, id, title, serviceId }),
    title,
    words: (
      <>
        <b>{nextStep({ kind, orderKind })}</b>
        {rest.map((words) => (
          <Fragment key={words}>
            {" · "}
            <bdi translate="no">{words}</bdi>
          </Fragment>
        ))}
      </>
    ),
    age,
  };
}
