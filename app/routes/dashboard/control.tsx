import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { takeDnsCheck } from "#app/dns/name-servers.server.ts";
import { publicZone } from "#app/dns/public-zone.ts";
import { isWithUs } from "#app/domains/owned-domain.ts";
import { publicDns } from "#app/domains/public-dns.api.server.ts";
import { moveStand } from "#app/moves/move.ts";
import { findBlock, findOwnMove, type OwnMove } from "#app/moves/moves.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { isOngoing, requestState } from "#app/requests/request.ts";
import { listRequests } from "#app/requests/requests.table.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { controlAction } from "./control-action.ts";
import { requireDomain, shownZone } from "./dns/own-zone.ts";
import { RequestForms, RequestList } from "./ui/control-forms.tsx";
import { DomainHeader } from "./ui/domain-header.tsx";
import { domainPath } from "./ui/domain-path.ts";
import { MoveSection } from "./ui/move-section.tsx";

export { ZoneFailure as ErrorBoundary } from "./ui/zone-failure.tsx";

export const handle = { hydrate: "never" };

/** The page may show a transfer code: no cache keeps it. */
export const headers = unstoredPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Control of ${data?.display ?? "your domain"}`,
    description: "Its name servers, its lock, its transfer code and whose it is.",
    isHidden: true,
  });

/** Returns what may be asked about a domain, and where earlier requests stand. */
export async function loader(args: LoaderFunctionArgs) {
  const { account, supabase, domain } = await requireDomain(args);
  const now = nowDate();
  const isAllowed = (await takeDnsCheck(account.id)).ok;
  const own = { userId: account.id, domainId: domain.id };
  const [found, last, replies] = await Promise.all([
    listRequests(supabase, own),
    findOwnMove(supabase, own),
    isAllowed ? publicDns.lookUp({ name: domain.name, type: "NS" }) : [],
  ]);
  const page = {
    ...shownZone(domain),
    path: `${domainPath(domain.name)}/control`,
    hasZone: hasDnsProvider && domain.zoneId !== null,
    email: account.email,
    isWithUs: isWithUs(domain) && domain.moving === null,
    isKenyan: domain.name.endsWith(".ke"),
    servers: publicZone(domain.name, [replies], now).servers,
  };
  const none = { ...page, requests: [], isLocked: undefined, move: null };
  if (!found.ok) return outagePage(args.context, { ...none, failure: found.message });
  if (!last.ok) return outagePage(args.context, { ...none, failure: last.message });
  const requests = found.value.map((one) => ({
    ...{ id: one.id, kind: one.kind, wanted: one.wanted, hasCode: one.hasCode },
    ...{ isOngoing: isOngoing(one), words: requestState(one) },
  }));
  const lastLock = found.value.find(({ kind, state }) => state === "done" && (kind === "lock" || kind === "unlock"));
  const isLocked = lastLock && lastLock.kind === "lock";
  return data({ ...page, failure: "", requests, isLocked, move: last.value && (await shownMove(last.value, now)) });
}

/** Returns the last move of the name as the page shows it. If what it waits for cannot be read, the page says nothing of it. */
async function shownMove(move: OwnMove, now: Date) {
  const isReady = move.state === "open" && move.hasGiverAgreed && move.hasReceiverAgreed;
  const block = isReady ? await findBlock(move.id) : undefined;
  const words = moveStand(move, block?.ok ? block.value : null, now);
  const { id, toEmail, hasGiverAgreed } = move;
  return { id, toEmail, hasGiverAgreed, isOpen: move.state === "open", words };
}

export type ControlPage = Awaited<ReturnType<typeof loader>>["data"];

export async function action(args: ActionFunctionArgs) {
  return controlAction(await requireDomain(args), await args.request.formData());
}

const shownCode = z.object({ code: z.string() });

export default function ControlPage() {
  const page = useLoaderData<typeof loader>();
  const shown = shownCode.safeParse(useActionData()).data;
  const { display, servers, isWithUs, requests } = page;
  return (
    <div className="page sheet app flow">
      <DomainHeader {...page} />
      <section className="flow max-w-[40rem]" aria-labelledby="control-title">
        <h2 id="control-title">Control</h2>
        {shown && (
          <Banner kind="ok" titleAs="h2" title={`The transfer code of ${display}`}>
            <p className="wrap-anywhere font-mono text-lg" translate="no">
              {shown.code}
            </p>
            <p>Copy it now. This page shows it only after your password.</p>
          </Banner>
        )}
        <p>
          <Words>
            {isWithUs
              ? `${display} is registered through us, for the account ${page.email}. It is yours.`
              : `${display} is registered at another provider. Ask there for what is on this page.`}
          </Words>
        </p>
        <p className="wrap-anywhere">
          {servers.length === 0 ? (
            "We can’t see its name servers right now."
          ) : (
            <>
              Its name servers:{" "}
              <span translate="no">
                <Words>{servers.join(", ")}</Words>
              </span>
            </>
          )}
        </p>
        {page.failure !== "" && <ReadFailure title={page.failure} retryHref={page.path} />}
        {requests.length > 0 && <RequestList page={page} />}
        {isWithUs && page.failure === "" && <RequestForms page={page} />}
        {page.failure === "" && <MoveSection page={page} />}
        <LeavingRules isKenyan={page.isKenyan} />
      </section>
    </div>
  );
}

/** What holds for a customer who wants to leave. Sources: ICANN, Transfer Policy, I.A.3; KeNIC, Domain Transfer Policy. */
function LeavingRules({ isKenyan }: { isKenyan: boolean }) {
  return (
    <section className="flow" aria-labelledby="leaving">
      <h3 id="leaving">If you want to leave us</h3>
      <ul className="list-disc pl-5">
        <li>Unlock the name and get its transfer code. Give the code to your new provider.</li>
        {isKenyan ? (
          <li>KeNIC is the registry of .ke. If you and a provider disagree about a name, its committee decides.</li>
        ) : (
          <li>By ICANN’s rules a name cannot be moved for 60 days after it was registered or moved.</li>
        )}
        <li>We hold no name back for other debts.</li>
        <li>We keep its DNS records for 30 days after it has left.</li>
      </ul>
    </section>
  );
}
