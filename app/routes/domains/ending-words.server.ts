/** The words of the search page without a result. */
import { findTldPrice, type TldPrice } from "#app/domains/tld-prices.ts";
import { terms } from "#app/orders/promises.server.ts";
import { formatKsh, LOWEST_KSH } from "#app/platform/money.ts";
import type { PopularEnding } from "./introduction.tsx";

/** The page without a result and without suggestions: popular endings, and how to pay. */
export const introduction = {
  title: "Find your name",
  lead: `Type a name above. We say if it is free, and what it costs. Names start at ${formatKsh(LOWEST_KSH)} a year.`,
  popular: ["co.ke", "ke", "or.ke", "com", "org", "africa"].flatMap((tld): PopularEnding[] => {
    const listed = findTldPrice(tld);
    return listed ? [{ tld, ksh: listed.price.ksh }] : [];
  }),
  terms,
};

/** The page of one ending: what it is for, and what it costs. */
export function introductionOf({ tld, use, price, renewalPrice, papers }: TldPrice): typeof introduction {
  const later = renewalPrice.ksh === price.ksh ? "" : `, then ${formatKsh(renewalPrice.ksh)}`;
  const needed = papers === undefined ? "" : ` The registry asks for ${papers}.`;
  return {
    ...introduction,
    title: `.${tld}`,
    lead: `${use}: ${formatKsh(price.ksh)} a year${later}. Type a name above. We say if it is free.${needed}`,
  };
}
