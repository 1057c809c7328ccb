import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import type { Age } from "#app/desk/age.ts";
import { type Place, rangeWords } from "#app/desk/list-page.ts";
import {
  type Band,
  BILLS_A_PAGE,
  listUnpaidBills,
  readUnpaidFilter,
  UNPAID_BANDS,
  type UnpaidBill,
  type UnpaidSums,
  unpaidPath,
} from "#app/payments/unpaid.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { Pager } from "./ui/pager.tsx";
import { PaneRows } from "./ui/panes.tsx";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Unpaid bills", description: "Bills that are to be paid.", isHidden: true });

/** Returns a page of the bills that are to be paid, of an `age` or all, and the sums of each age. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const filter = readUnpaidFilter(new URL(request.url).searchParams);
  const links = { here: unpaidPath(filter), file: unpaidPath({ ...filter, place: undefined }, "/desk/unpaid.csv") };
  const found = await listUnpaidBills(filter);
  if (!found.ok) return outagePage(context, { ...links, failure: found.message, bands: [], list: null });
  const { rows, sums, previous, next } = found.value;
  const today = dayNumber(nowDate());
  const path = (place: NonNullable<Place> | null) => place && unpaidPath({ ...filter, place });
  const list = {
    rows: rows.map((bill) => rowOf(bill, today)),
    range: rangeWords(found.value),
    ...{ previous: path(previous), next: path(next) },
  };
  return data({ ...links, failure: "", bands: bandsOf(sums, filter.band), list });
}

/** Returns the links to the ages, with the number of bills and what is missing of them. */
function bandsOf(sums: UnpaidSums, current: Band) {
  const all = Object.values(sums).reduce(
    (total, { count, ksh }) => ({ count: total.count + count, ksh: total.ksh + ksh }),
    { count: 0, ksh: 0 },
  );
  return (Object.keys(UNPAID_BANDS) as Band[]).map((band) => {
    const { count, ksh } = (band === "all" ? all : sums[band]) ?? { count: 0, ksh: 0 };
    return {
      href: unpaidPath({ band, place: undefined }),
      label: UNPAID_BANDS[band],
      words: `${count} ${count === 1 ? "bill" : "bills"}, ${formatKsh(ksh)}`,
      isCurrent: band === current,
    };
  });
}

/** Nobody ordered it: the site opens the next year 30 days before the end of a service, and its reminders are enough. */
const BY_SITE = "next year, opened by the site";

function rowOf({ reference, customer, amountKsh, missingKsh, openedAt, orders, openedBy }: UnpaidBill, today: number) {
  const [first, ...others] = orders;
  const sum = missingKsh < amountKsh ? `${formatKsh(missingKsh)} of ${formatKsh(amountKsh)}` : formatKsh(amountKsh);
  const names = others.length === 0 ? first?.domain : `${first?.domain} and ${others.length} more`;
  return {
    id: reference,
    href: `/desk/orders/${first?.id}`,
    title: customer,
    words: [sum, reference, names, ...(openedBy === "site" ? [BY_SITE] : [])].join(" · "),
    age: billAge(today - dayNumber(new Date(openedAt))),
  };
}

function billAge(days: number): Age {
  const words = days === 0 ? "today" : days === 1 ? "1 day" : `${days} days`;
  return { words, level: days > 30 ? "late" : days > 7 ? "soon" : "new" };
}

export default function UnpaidPage() {
  const { here, file, failure, bands, list } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Unpaid bills">
        <Writers>
          <a href={file}>As CSV</a>
        </Writers>
      </DeskHead>
      {list === null && <ReadFailure title={failure} retryHref={here} />}
      <ul className="desk-facts">
        {bands.map(({ href, label, words, isCurrent }) => (
          <li key={href}>
            <span>
              <a href={href} aria-current={isCurrent ? "page" : undefined}>
                {label}
              </a>
            </span>
            <span className={isCurrent ? "font-bold" : undefined}>{words}</span>
          </li>
        ))}
      </ul>
      {list?.rows.length === 0 && (
        <DeskEmpty title="No unpaid bill here">
          <p>Bills appear here from their first day until they are paid or end.</p>
        </DeskEmpty>
      )}
      {list !== null && list.rows.length > 0 && (
        <PaneRows heading="Oldest first" note={list.range} rows={list.rows} current="">
          <Pager previous={list.previous} next={list.next} size={BILLS_A_PAGE} />
        </PaneRows>
      )}
    </div>
  );
}
