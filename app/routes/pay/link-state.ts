import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwAsText } from "#app/platform/http/outage.server.ts";
import { requireLinkedBill } from "./find-bill.ts";
import { billState } from "./state.server.ts";

/** The state of the bill of a mailed link, for the page's script. */
export async function loader(args: LoaderFunctionArgs) {
  return billState(await requireLinkedBill(args).catch(throwAsText), args.context);
}
