import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwAsText } from "#app/platform/http/outage.server.ts";
import { requireOwnBill } from "./find-bill.ts";
import { billState } from "./state.server.ts";

/** The state of the customer's own bill, for the page's script. */
export async function loader(args: LoaderFunctionArgs) {
  return billState((await requireOwnBill(args).catch(throwAsText)).bill, args.context);
}
