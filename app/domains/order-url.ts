/** Returns the URL of the order page for a name. */
export function orderUrl(kind: "register" | "transfer", name: string): string {
  return `/dashboard/orders/new?${new URLSearchParams({ kind, domain: name })}`;
}

/** The page that registers each name of its parameters `domain`. */
export const SEVERAL_PATH = "/dashboard/orders/several";

/** The longest path of an order form that an account keeps until it is confirmed. */
const LONGEST_GOAL = 600;

/** Returns the path if it is that of an order form, which an account may keep until it is confirmed; else undefined. */
export function orderGoal(path: string | undefined): string | undefined {
  const isForm = path !== undefined && ["/dashboard/orders/new", SEVERAL_PATH].includes(path.split("?", 1)[0] ?? "");
  return isForm && path.length <= LONGEST_GOAL ? path : undefined;
}

/** What a visitor is about to register: the names as they were typed, and the price that the search showed, in shillings. */
type Wanted = { names: string[]; ksh?: number };

/** Returns what the order page at this path registers; no names for any other path. */
export function wantedAt(path: string | undefined): Wanted {
  const [page, search] = (path ?? "").split("?", 2);
  const params = new URLSearchParams(search);
  if (page === SEVERAL_PATH) return { names: params.getAll("domain") };
  if (page !== "/dashboard/orders/new" || params.get("kind") !== "register") return { names: [] };
  const ksh = Number(params.get("ksh"));
  return { names: params.getAll("domain"), ...(Number.isInteger(ksh) && ksh > 0 && { ksh }) };
}

/**
 * Returns the URL where a visitor without an account creates one to order a name. A visitor who signs in instead also reaches
 * the order page. `ksh`: the price of the first year, which the pages on the way repeat.
 */
export function signUpToOrderUrl(name: string, ksh: number): string {
  const redirectTo = `${orderUrl("register", name)}&ksh=${ksh}`;
  return `/login?${new URLSearchParams({ tab: "signup", redirectTo })}`;
}
