import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { findDeskRequest, listDeskRequests } from "#app/requests/desk.table.server.ts";
import { readRequestFilter } from "#app/requests/desk-forms.ts";
import { requestList, requestView } from "#app/requests/desk-view.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { Panes } from "./ui/panes.tsx";
import { RequestList } from "./ui/request-list.tsx";
import { RequestPane } from "./ui/request-pane.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Name requests",
  description: "What customers ask about their names.",
  isHidden: true,
});

/** Returns a page of requests about names, and the first of them, which a wide screen shows beside the list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const filter = readRequestFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const found = await listDeskRequests(filter);
  if (!found.ok) return outagePage(context, { filter, failure: found.message, list: null, first: null });
  const id = found.value.rows[0]?.id;
  // Without its first request the page is still of use.
  const one = id === undefined ? undefined : await findDeskRequest(id);
  const first = one?.ok && one.value !== null ? requestView(one.value, staff.id, now) : null;
  return data({ filter, failure: "", list: requestList(found.value, filter, now), first });
}

export default function DeskRequestsPage() {
  const { filter, list, first, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="list"
      back={{ href: "/desk/requests", label: "All requests" }}
      list={<RequestList headingAs="h1" filter={filter} list={list} failure={failure} current={first?.id ?? ""} />}
      item={first && <RequestPane view={first} headingAs="h2" />}
      side={null}
    />
  );
}
