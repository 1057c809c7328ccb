import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useOutlet } from "@remix-run/react";
import { useMemo } from "react";
import { z } from "zod";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { listedRecord, PAGE_SIZE, packRecords, pageOf, readFilter, unpackRecords } from "#app/dns/listed-record.ts";
import { checkElsewhere, lookUpPublicZone, takeDnsCheck } from "#app/dns/name-servers.server.ts";
import { readRecords } from "#app/dns/read-zone.server.ts";
import { setUpZone } from "#app/dns/set-up-zone.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { peekFlash, redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import recordsCss from "#app/ui/styles/areas/records.css?url";
import { dnsPath, requireDomain, requireProvider, shownZone, willAnnounceChange } from "./own-zone.ts";
import { DnsElsewhere } from "./ui/dns-elsewhere.tsx";
import { RecordList } from "./ui/record-list.tsx";
import { reloadAfterTrouble } from "./ui/reload-after-trouble.ts";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle", areas: "records" };

export const links = () => areaSheet("records", recordsCss);

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `DNS for ${data?.domain ?? "your domain"}`,
    description: "Your DNS records.",
    isHidden: true,
  });

const SET_UP_DNS_FORM = "set-up-dns";

export async function loader(args: LoaderFunctionArgs) {
  const { account, domain } = await requireDomain(args);
  if (!hasDnsProvider) return lookElsewhere(account.id, shownZone(domain));
  const page = { ...shownZone(domain), elsewhere: undefined, isUnused: false };
  if (domain.zoneId === null) return data({ ...page, hasZone: false, list: null, failure: "" });
  const [list, isUnused] = await Promise.all([readRecords(args.context, domain.zoneId), checkElsewhere(domain)]);
  if (!list.ok) {
    const isAfterWrite = args.context.isRefused || (await willAnnounceChange(args.request));
    const failure = `Failed to ${isAfterWrite ? "refresh" : "fetch"} DNS records`;
    return outagePage(args.context, { ...page, hasZone: true, list: null, failure });
  }
  const records = list.value.records.map((record) => listedRecord(record, domain.name));
  // A list of one page is sent whole, and scripts filter it as the user types.
  const filter = readFilter(records.length > PAGE_SIZE ? new URL(args.request.url).search : "");
  const changed = await peekFlash(args.request);
  const { records: shown, ...counts } = pageOf(records, filter, changed?.record);
  const { isComplete } = list.value;
  return data({
    ...page,
    isUnused,
    hasZone: true,
    list: { ...counts, packed: packRecords(shown), isComplete },
    failure: "",
  });
}

/** Without a DNS provider of ours, the page shows what public DNS returns. */
async function lookElsewhere(userId: string, page: ReturnType<typeof shownZone>) {
  const none = { ...page, isUnused: false, hasZone: false, list: null, failure: "" };
  const allowed = await takeDnsCheck(userId);
  if (allowed.ok) return data({ ...none, elsewhere: await lookUpPublicZone(page.domain) });
  const wait = { "Retry-After": String(allowed.retryAfterSeconds) };
  return data({ ...none, elsewhere: null }, { status: 429, headers: wait });
}

/** Sets up the DNS of a domain that has no zone. Source: docs/product/dns.md, "DNS records". */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const { account, domain } = await requireProvider(args);
  const submission = await readForm(request, z.object({}));
  const form = { context, form: SET_UP_DNS_FORM, submission, title: "DNS could not be set up" };
  if (submission.status !== "success") return rejectForm(form);
  const nameServers = domain.zoneId === null ? await setUpZone(account, domain) : { ok: true as const, value: [] };
  if (!nameServers.ok) return rejectForm({ ...form, ...nameServers.errors });
  const text = `Its name servers: ${nameServers.value.join(", ")}.`;
  const message = { about: SET_UP_DNS_FORM, title: "DNS is set up", ...(nameServers.value.length > 0 && { text }) };
  return redirectWithFlash(dnsPath(domain.name), message);
}

/** A filter needs no reload: a complete list is filtered in the browser, and another list is loaded as a document. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = args;
  if (formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) {
    return false;
  }
  return reloadAfterTrouble(args);
}

export default function RecordsPage() {
  const { hasZone, list, failure, elsewhere, isUnused, ...zone } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const form = useOutlet();
  const packed = list?.packed;
  const records = useMemo(() => (packed === undefined ? [] : unpackRecords(packed)), [packed]);
  return (
    <ZonePage {...zone} hasZone={hasZone}>
      {elsewhere !== undefined && <DnsElsewhere {...zone} publicZone={elsewhere} />}
      {!hasZone && elsewhere === undefined && <SetUpDns domain={zone.domain} />}
      {isUnused && <UnusedRecords path={zone.path} />}
      {form}
      {list && (
        <RecordList
          {...list}
          records={records}
          path={zone.path}
          zone={zone.display}
          filter={readFilter(search)}
          selected={new URLSearchParams(search).getAll("select")}
          isReadOnly={form !== null}
        />
      )}
      {hasZone && !list && <ReadFailure title={failure} retryHref={pathname + search} />}
    </ZonePage>
  );
}

/** The button that sets up DNS for a domain without a zone. */
function SetUpDns({ domain }: { domain: string }) {
  const formKey = useFormKey(SET_UP_DNS_FORM);
  const page = usePageForm({ id: SET_UP_DNS_FORM, formKey, defaultValue: {} });
  return (
    <Empty title="Zone ID not available">
      <p>
        The DNS of <span translate="no">{domain}</span> is not set up with us yet. Setting it up changes nothing for
        visitors until the domain uses our name servers.
      </p>
      <page.Form {...page.formProps} className="form">
        <OwnFormProblems page={page} />
        <Button isPending={page.isPending} pendingLabel="Setting up">
          Set up DNS
        </Button>
      </page.Form>
    </Empty>
  );
}

/** Above the records of a domain whose name servers are another company's: nothing that is changed here has an effect. */
function UnusedRecords({ path }: { path: string }) {
  return (
    <Banner kind="warn" title="These records are not used yet">
      <p>
        The name servers of this name are elsewhere.{" "}
        <Link className="py-3" to={`${path}/live`}>
          See how
        </Link>
      </p>
    </Banner>
  );
}
