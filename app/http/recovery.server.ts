import type { AppLoadContext } from "@remix-run/node";
import type { Account } from "#app/model/account.ts";
import { signedCookie } from "./signed-cookie.server.ts";

const LIFE_MS = 30 * 60_000;
const cookie = signedCookie("recovery", LIFE_MS / 1000);

/**
 * Lets whoever came by the link of a recovery mail choose a new password for half an hour. A session alone must not: the
 * profile asks for the current password, and a forgotten one would be a way round it. (docs/product.md, "Accounts".)
 */
export async function allowRecovery(context: AppLoadContext | undefined, { id }: Account): Promise<void> {
  context?.appendCookie?.(await cookie.serialize(`${id} ${Date.now() + LIFE_MS}`));
}

/** Whether this browser came by the link, for this account. */
export async function mayRecover(request: Request, { id }: Account): Promise<boolean> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof value !== "string") return false;
  const [account, until] = value.split(" ");
  return account === id && Date.now() < Number(until);
}

/** It was used. */
export async function endRecovery(context: AppLoadContext | undefined): Promise<void> {
  context?.appendCookie?.(await cookie.serialize("", { maxAge: 0 }));
}
