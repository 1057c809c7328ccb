/** Returns the URL of the order page for a name. */
export function orderUrl(kind: "register" | "transfer", name: string): string {
  return `/dashboard/orders/new?${new URLSearchParams({ kind, domain: name })}`;
}

/** Returns the name that the order page at this path registers, as it was typed; undefined for any other path. */
export function nameToRegister(path: string | undefined): string | undefined {
  const [page, search] = (path ?? "").split("?", 2);
  const params = new URLSearchParams(search);
  const isOrder = page === "/dashboard/orders/new" && params.get("kind") === "register";
  return isOrder ? (params.get("domain") ?? undefined) : undefined;
}

/**
 * Returns the URL where a visitor without an account creates one to order a name. A visitor who signs in instead also reaches
 * the order page.
 */
export function signUpToOrderUrl(name: string): string {
  return `/login?${new URLSearchParams({ tab: "signup", redirectTo: orderUrl("register", name) })}`;
}
