import type { Age } from "#app/desk/age.ts";
import { type ListPage, type Place, rangeWords } from "#app/desk/list-page.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { expiryOf, relativeDay } from "#app/domains/expiry.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { DeskName, ListedName } from "./desk-names.table.server.ts";
import { otherOrderView } from "./desk-view.server.ts";
import { lastDayRange, type NameFilter, nameListPath, partWords } from "./name-forms.ts";
import { renewalPriceOf } from "./order-price.ts";

export type NameListView = ReturnType<typeof nameList>;
export type NameView = ReturnType<typeof nameView>;

/** Returns a page of names as the list shows it. */
export function nameList(page: ListPage<ListedName>, filter: NameFilter, now: Date) {
  const path = (place: NonNullable<Place> | null) => place && nameListPath({ ...filter, place });
  const rows = page.rows.map(({ name, status, held, expiryDate }) => ({
    id: name,
    href: `/desk/names/${name}${filter.q === "" ? "" : `?${new URLSearchParams({ q: filter.q })}`}`,
    title: toDisplayName(name),
    words: tagOf({ status, held, expiryDate }, now).words,
    age: ageOf(status, expiryDate, now),
  }));
  return { rows, range: rangeWords(page), previous: path(page.previous), next: path(page.next) };
}

function ageOf(status: string, expiryDate: string, now: Date): Age {
  const { state, daysLeft } = expiryOf(new Date(expiryDate), now);
  const words = `${state === "expired" ? "ended" : "ends"} ${relativeDay(daysLeft)}`;
  if (status === "left") return { words, level: "still" };
  return { words, level: state === "expired" ? "late" : state === "soon" ? "soon" : "new" };
}

/** Returns a name as its page shows it. */
export function nameView(domain: DeskName, now: Date) {
  const { name, status, parts, expiryDate, hasZone, createdAt } = domain;
  const listed = renewalPriceOf({ name, renewKsh: null });
  const { first, last } = lastDayRange(now);
  const differs = providerWords(domain);
  const { words, level } = ageOf(status, expiryDate, now);
  return {
    ...{
      id: name,
      display: toDisplayName(name),
      owner: domain.userId,
      parts,
      trail: domain.trail,
      isMoving: status === "moving",
      endsSoon: parts.held === "us" && (level === "soon" || level === "late"),
      // To another account, by rules of the database.
      mayMove: parts.held === "us" && domain.since === null && status !== "left",
    },
    tag: tagOf({ status, held: parts.held, expiryDate }, now),
    age: words,
    facts: [
      {
        label: "Customer",
        parts: [{ value: domain.customer?.name || "No name given", href: `/desk/people/${domain.userId}` }],
      },
      { label: "Last day", value: partWords("date", parts.date) },
      {
        label: "A year costs",
        value:
          parts.price === ""
            ? listed
              ? formatKsh(listed.ksh)
              : "Not listed"
            : `${formatKsh(Number(parts.price))}, agreed`,
      },
      { label: "Registered", value: partWords("held", parts.held) },
      { label: "Padlock", value: partWords("ssl", parts.ssl) },
      { label: "DNS", value: hasZone ? "With us" : "Not set up" },
      ...(domain.since === null ? [] : [{ label: "Moving to us", value: `Since ${partWords("date", domain.since)}` }]),
      ...(differs === undefined ? [] : [{ label: "The provider says", value: differs }]),
      { label: "With us since", value: dateOf(dayNumber(new Date(createdAt))).words },
    ],
    days: { first: first.iso, last: last.iso, current: dateOf(dayNumber(new Date(expiryDate))).iso },
    orders: domain.orders.map(otherOrderView),
  };
}

/** Returns what the provider's list says against our row; undefined if it agrees. */
function providerWords({ differs, missingDays, checkedAt }: DeskName): string | undefined {
  if (differs?.status !== undefined) return differs.status;
  if (differs?.expires !== undefined) return `until ${partWords("date", differs.expires)}`;
  if (missingDays === 0) return undefined;
  const last = checkedAt === null ? "" : `, last seen ${partWords("date", checkedAt)}`;
  return `not in its list for ${missingDays === 1 ? "a day" : `${missingDays} days`}${last}`;
}

type Standing = Pick<ListedName, "status" | "held" | "expiryDate">;

/** Returns the state of a name in words. A name whose last day is over is not called active. */
function tagOf({ status, held, expiryDate }: Standing, now: Date) {
  const isOver = expiryOf(new Date(expiryDate), now).state === "expired";
  if (status === "active" && held !== "us") return { kind: "neutral" as const, words: partWords("held", held) };
  if (status === "active") return isOver ? NOT_RENEWED : { kind: "ok" as const, words: partWords("status", status) };
  return { kind: status === "left" ? ("neutral" as const) : ("warn" as const), words: partWords("status", status) };
}

const NOT_RENEWED = { kind: "bad", words: "Not renewed" } as const;

/**
 * Returns the mail by which staff remind a customer of a name that ends soon, with the price and the link to renew it. They may
 * change it before they send it. `fullName`: the customer's.
 */
export function reminderLetter({ name, expiryDate, parts }: DeskName, fullName: string | undefined, now: Date) {
  const { origin, brand } = mailSite();
  const display = toDisplayName(name);
  const verb = expiryOf(new Date(expiryDate), now).state === "expired" ? "ended" : "ends";
  const end = `${display} ${verb} on ${dateOf(dayNumber(new Date(expiryDate))).words}`;
  const ksh = parts.price === "" ? renewalPriceOf({ name, renewKsh: null })?.ksh : Number(parts.price);
  const kind = parts.held === "elsewhere" ? "transfer" : "renew";
  const what = kind === "renew" ? "Renew it" : "Renew it at your provider, or move it to us";
  const price = ksh === undefined || kind === "transfer" ? "" : ` for ${formatKsh(ksh)} a year`;
  const first = firstNameIn(fullName ?? "");
  const lines = [
    `Hello${first && ` ${first}`},`,
    `Your name ${end}. If it is not renewed, its website and mail stop.`,
    `${what}${price}:\n${origin}/dashboard/orders/new?kind=${kind}&domain=${name}`,
    "Questions? Answer this message.",
    brand.name,
  ];
  return { name: display, subject: `Your name ${end}`, text: `${lines.join("\n\n")}\n` };
}
