import { data } from "@remix-run/node";
import { z } from "zod";

/** Returns the id in a URL of the desk. Throws a 404 for one that no row can have. */
export function idOf(id: string | undefined): string {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw data(null, { status: 404 });
  return parsed.data.toLowerCase();
}
