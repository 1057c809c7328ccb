import type { ActionItem } from "#app/dashboard/action-item.ts";
import type { ActionItems } from "#app/dashboard/action-items.ts";
import { namesOf } from "#app/dashboard/action-items-words.ts";
import type { ServiceRow } from "#app/dashboard/service-rows.server.ts";
import { type DueName, renewalPage } from "#app/orders/renewals.ts";
import { formatKsh } from "#app/platform/money.ts";
import { namesWords } from "#app/platform/text/words.ts";
import { domainPath, orderPath, payPath } from "./ui/domain-path.ts";

/** The most items on a page. The next ones come when these are done. */
const MOST = 20;

/**
 * What the page gets of the items: at most MOST of each list, in words and URLs; and how many there are. Takes the names that
 * are due. `renewAll`: the button that leads to all of these, or "" unless several items are renewals.
 */
export function shownItems({ toDo, underWay }: ActionItems, due: readonly DueName[]) {
  return {
    toDo: toDo.slice(0, MOST).map(shownItem),
    toDoCount: toDo.length,
    underWay: underWay.slice(0, MOST).map(shownItem),
    underWayCount: underWay.length,
    renewAll: toDo.filter(({ action }) => action.kind === "renew").length > 1 ? renewAllLabel(due) : "",
  };
}

function renewAllLabel(due: readonly DueName[]): string {
  const { offered } = renewalPage(due);
  const prices = offered.map(({ price }) => price);
  const sum = prices.reduce((total, ksh) => total + ksh, 0);
  return `Renew ${namesOf(prices.length)}${prices.includes(0) ? "" : `, ${formatKsh(sum)}`}`;
}

/**
 * Returns services as lines of a list, in the shape of action items. One without anything to do has no button. `hasName`:
 * whether a line names the domain, which the page of that domain does not.
 */
export function shownServices(rows: readonly ServiceRow[], hasName: boolean) {
  return rows.map(({ tone, word, what, display, to, terms, next }) => ({
    ...{
      tone,
      word,
      about: what,
      domain: to,
      reason: [...(hasName ? [display] : []), ...terms].join(" · "),
      to: next.to,
      price: "",
    },
    label: next.to === to ? "" : next.label,
  }));
}

export type ShownItems = ReturnType<typeof shownItems>;

/** `about`: the names in words. `domain`: the URL of the only name, unless the item is about an order. */
function shownItem({ tone, names, word, reason, action }: ActionItem) {
  const [name = ""] = names;
  const isOfName = names.length === 1 && !["orders", "pay", "bill", "service"].includes(action.kind);
  const about = namesWords(names);
  return { tone, word, reason, about, domain: isOfName ? domainPath(name) : "", ...linkOf(action, names) };
}

function linkOf(action: ActionItem["action"], names: readonly string[]): { to: string; label: string; price: string } {
  const [domain = ""] = names;
  switch (action.kind) {
    case "renew":
      return {
        to: orderPath("renew", domain),
        label: "Renew",
        price: action.ksh === undefined ? "" : formatKsh(action.ksh),
      };
    case "pay":
      return { to: payPath(action.bill), label: "Pay", price: formatKsh(action.ksh) };
    case "bill":
      return { to: payPath(action.bill), label: "See the bill", price: "" };
    case "service":
      return { to: action.to, label: action.label, price: "" };
    case "website":
      return {
        to: `${domainPath(domain)}/website?${new URLSearchParams({ with: "address", ip: action.ip })}`,
        label: "Connect",
        price: "",
      };
    case "help":
      return { to: `/contact?${new URLSearchParams({ domain })}`, label: "Get help", price: "" };
    case "dns":
      return { to: `${domainPath(domain)}/dns`, label: "Set up DNS", price: "" };
    case "nameServers":
      return { to: `${domainPath(domain)}/dns/live`, label: "See how", price: "" };
    case "mail":
      return { to: `${domainPath(domain)}/dns/mail`, label: "See why", price: "" };
    case "ssl":
      return { to: orderPath("certificate", names.length === 1 ? domain : undefined), label: "Add SSL", price: "" };
    case "transfer":
      return { to: orderPath("transfer", domain), label: "Transfer it to us", price: "" };
    case "orders":
      return { to: "/dashboard/orders", label: "See the order", price: "" };
  }
}
