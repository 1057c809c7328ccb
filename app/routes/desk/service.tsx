import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { findDeskService, listDeskServices } from "#app/services/desk.table.server.ts";
import { readServiceFilter, SERVICES_A_PAGE, serviceListPath } from "#app/services/desk-list.ts";
import { serviceList, serviceView } from "#app/services/desk-view.ts";
import { hostingProvider } from "#app/services/whm.api.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { idOf } from "./id-of.ts";
import { serviceAction } from "./service-action.ts";
import { Panes } from "./ui/panes.tsx";
import { ServiceList } from "./ui/service-list.tsx";
import { ServicePane, ServiceSide } from "./ui/service-pane.tsx";

export const handle = { hydrate: "never" };

export const headers = unstoredPage;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    title: data ? `${data.view.what} of ${data.view.display}` : "Service",
    description: "A customer’s hosting, mailboxes or certificate.",
    isHidden: true,
  });

/** Returns a service with its forms and its log, and the list beside it. Source: docs/product/services.md, "Services at the desk". */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const filter = readServiceFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const [service, found] = await Promise.all([
    requireService(params.id, context),
    listDeskServices(filter, SERVICES_A_PAGE),
  ]);
  const view = serviceView(service, staff.id, now, hostingProvider() !== null);
  const list = found.ok ? serviceList(found.value, filter, now) : null;
  return { view, filter, list, failure: found.ok ? "" : found.message };
}

/** Of two members of staff who send a form at once, one succeeds and the other gets 409, which says who was first and when. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const service = await requireService(params.id, context);
  return serviceAction({ staff, service, typed: await request.formData(), context });
}

async function requireService(id: string | undefined, context: AppLoadContext | undefined) {
  const found = await findDeskService(idOf(id));
  if (!found.ok) throw outage(context);
  if (found.value === null) throw data(null, { status: 404 });
  return found.value;
}

export default function DeskServicePage() {
  const { view, filter, list, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="item"
      back={{ href: serviceListPath(filter), label: "All services" }}
      list={<ServiceList filter={filter} list={list} failure={failure} current={view.id} />}
      item={<ServicePane view={view} headingAs="h1" />}
      side={<ServiceSide view={view} />}
    />
  );
}
