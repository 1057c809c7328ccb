import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { findDeskService, listDeskServices } from "#app/services/desk.table.server.ts";
import { readServiceFilter, SERVICES_A_PAGE } from "#app/services/desk-list.ts";
import { serviceList, serviceView } from "#app/services/desk-view.ts";
import { hostingProvider } from "#app/services/whm.api.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { Panes } from "./ui/panes.tsx";
import { ServiceList } from "./ui/service-list.tsx";
import { ServicePane, ServiceSide } from "./ui/service-pane.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Services",
  description: "Hosting, mailboxes and certificates of all customers.",
  isHidden: true,
});

/** Returns a page of services, and the first of them, which a wide screen shows beside the list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const filter = readServiceFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const found = await listDeskServices(filter, SERVICES_A_PAGE);
  if (!found.ok) return outagePage(context, { filter, failure: found.message, list: null, first: null });
  const id = found.value.rows[0]?.id;
  // Without its first service the page is still of use.
  const one = id === undefined ? undefined : await findDeskService(id);
  const first =
    one?.ok && one.value !== null ? serviceView(one.value, staff.id, now, hostingProvider() !== null) : null;
  return data({ filter, failure: "", list: serviceList(found.value, filter, now), first });
}

export default function DeskServicesPage() {
  const { filter, list, first, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="list"
      back={{ href: "/desk/services", label: "All services" }}
      list={<ServiceList headingAs="h1" filter={filter} list={list} failure={failure} current={first?.id ?? ""} />}
      item={first && <ServicePane view={first} headingAs="h2" />}
      side={first && <ServiceSide view={first} />}
    />
  );
}
