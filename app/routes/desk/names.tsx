import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findDeskMove } from "#app/moves/moves.table.server.ts";
import { findDeskName, listDeskNames } from "#app/orders/desk-names.table.server.ts";
import { readNameFilter } from "#app/orders/name-forms.ts";
import { nameList, nameView } from "#app/orders/name-view.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { NameList } from "./ui/name-list.tsx";
import { NamePane, NameSide } from "./ui/name-pane.tsx";
import { Panes } from "./ui/panes.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Names", description: "The names of all customers.", isHidden: true });

/** Returns a page of names, and the first of them, which a wide screen shows beside the list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const filter = readNameFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const found = await listDeskNames(filter);
  if (!found.ok) return outagePage(context, { filter, failure: found.message, list: null, first: null });
  const name = found.value.rows[0]?.name;
  // Without its first name the page is still of use.
  const one = name === undefined ? undefined : await findDeskName(name);
  const domain = one?.ok ? one.value : null;
  const moving = domain && (await findDeskMove(domain.id));
  const first = domain && { view: nameView(domain, now), move: moving?.ok ? moving.value : null };
  return data({ filter, failure: "", list: nameList(found.value, filter, now), first });
}

export default function DeskNamesPage() {
  const { filter, list, first, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="list"
      back={{ href: "/desk/names", label: "All names" }}
      list={<NameList headingAs="h1" filter={filter} list={list} failure={failure} current={first?.view.id ?? ""} />}
      item={first && <NamePane {...first} headingAs="h2" />}
      side={first && <NameSide view={first.view} />}
    />
  );
}
