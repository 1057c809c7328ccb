import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";

/** Returns the id in a URL of the desk. Throws a 404 for one that no row can have. */
export function idOf(id: string | undefined): string {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw data(null, { status: 404 });
  return parsed.data.toLowerCase();
}

/**
 * Returns a 404 to throw for a row that does not exist. After a form it has what was typed, for the page to give back, and why
 * there is no such row.
 */
export function gone(context: AppLoadContext | undefined, message = "It was deleted meanwhile.") {
  return data(context?.posted ? { posted: context.posted, message } : null, { status: 404 });
}
