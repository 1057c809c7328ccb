import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import { serviceAction } from "./service-action.ts";
import { loadServicePage } from "./service-page.ts";
import { OpenedPanel, ServiceView } from "./ui/service-view.tsx";

export const handle = { hydrate: "never", areas: "orders" };

export const links = () => areaSheet("orders", ordersCss);

/** The page may show a first password or the address of a session: no cache keeps it. */
export function headers(given: Parameters<typeof unstoredPage>[0]): Headers {
  const all = unstoredPage(given);
  const refresh = given.actionHeaders.get("Refresh");
  if (refresh !== null) all.set("Refresh", refresh);
  return all;
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data ? `${data.what} for ${data.display}` : "Your service",
    description: "How it is, what it costs, and what you can do with it.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  return loadServicePage(args);
}

export async function action(args: ActionFunctionArgs) {
  return serviceAction(args);
}

const secretSchema = z.object({ secret: z.string() });
const openedSchema = z.object({ opened: z.string() });

export default function ServicePage() {
  const page = useLoaderData<typeof loader>();
  const response = useActionData<unknown>();
  const opened = openedSchema.safeParse(response).data?.opened;
  if (opened !== undefined) return <OpenedPanel to={opened} page={page} />;
  return <ServiceView page={page} secret={secretSchema.safeParse(response).data?.secret} />;
}
