import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findUserAndClient } from "#app/accounts/auth.server.ts";
import { actionItemsWords } from "#app/dashboard/action-items-words.ts";
import { readOwnNames } from "#app/dashboard/own-names.server.ts";
import { BUSINESS_EMAIL, HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import { findTldPrice } from "#app/domains/tld-prices.ts";
import { promises } from "#app/orders/promises.server.ts";
import { imagePath } from "#app/pictures/image-path.server.ts";
import { callLink, weAnswer } from "#app/platform/brand.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { nameOf } from "#app/platform/http/account.ts";
import { formPage, PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { SearchForm } from "#app/ui/forms/search-form.tsx";
import { useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Hero } from "#app/ui/primitives/hero.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import homeCss from "#app/ui/styles/areas/home.css?url";
import { EmailOffer } from "./ui/email-offer.tsx";
import { HostingPlans } from "./ui/hosting-plans.tsx";
import { Proof, type ShownProof } from "./ui/proof.tsx";

export const handle = { hydrate: "intent", areas: "home" };

export const links = () => areaSheet("home", homeCss);

/** Cached for all visitors, except for signed-in customers, who are greeted. */
export const headers = formPage;

export const meta = staticMeta({
  title: "Domain names for Kenyan business",
  description: "Search a name and see whether it is free and what it costs. Domains start at Ksh 1,500/year.",
});

const SHOWN_TLDS = ["co.ke", "com", "org"];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const prices = SHOWN_TLDS.flatMap((tld) => {
    const listed = findTldPrice(tld);
    return listed ? [{ tld, ksh: listed.price.ksh, renewalKsh: listed.renewalPrice.ksh }] : [];
  });
  const own = await findUserAndClient(request, context);
  // Without the hosting plans, because loader data is in the HTML twice; the page imports them instead.
  const { hosting, moving, moneyBack, vat } = promises;
  const shown = { prices, promises: { hosting, moving, moneyBack, vat }, proof: proofOf(env) };
  if (!own) return data({ ...shown, greeting: null });
  return data({ ...shown, greeting: await greetingFor(own) }, { headers: PRIVATE_CACHE });
}

/** What the settings prove. A photograph has twice the pixels of its box. */
function proofOf({ brand, promises }: Pick<typeof env, "brand" | "promises">): ShownProof {
  const { accreditation, registration, address } = brand;
  const { recommendations, since, people } = promises;
  const company = registration && [registration, address].filter(Boolean).join(", ");
  return {
    recommendations: recommendations.map((one) => ({ ...one, picture: imagePath(one.picture, 192) })),
    facts: [accreditation, company, since && `Since ${since}`, people].filter((fact) => fact !== undefined),
  };
}

/** The greeting of a customer: the name and, if the database responds, a summary of the action items. */
async function greetingFor({ account, supabase }: NonNullable<Awaited<ReturnType<typeof findUserAndClient>>>) {
  const now = nowDate();
  const found = await readOwnNames(supabase, account.id, now);
  if (!found.ok) return { name: nameOf(account), words: "" };
  const { owned, items, checks } = found.value;
  // This page does not wait for checks: a domain that is being checked is not checked yet.
  const settled = { ...checks, checking: 0, unchecked: checks.unchecked + checks.checking };
  return { name: nameOf(account), words: actionItemsWords(items.toDo.length, owned.length, settled) };
}

export default function HomePage() {
  const { prices, promises, proof, greeting } = useLoaderData<typeof loader>();
  const brand = useRootData()?.brand;
  const isSearching = useIsSearching();
  return (
    <>
      {greeting && (
        <p className="page py-2">
          Habari, {greeting.name}. {greeting.words}{" "}
          <Link to="/dashboard" className="py-3 font-bold">
            Go to your domains
          </Link>
        </p>
      )}
      <Hero saying="Jina jema hung’aa gizani" gloss="A good name shines in the dark">
        <h1 className="poster">
          Your name, <br />
          on the network.
        </h1>
        <p className="lead">
          Your own .co.ke or .com, the name your customers will type. Domains start at{" "}
          <b className="whitespace-nowrap">KSh&nbsp;1,500/year</b>.
        </p>
        <SearchForm variant="hero" isPending={isSearching} />
        <PriceRule prices={prices} />
        <TrustLine />
      </Hero>
      <div className="page section grid grid-cols-1 gap-section">
        <Proof {...proof} />
        <EmailOffer {...BUSINESS_EMAIL} />
        <section>
          <h2>Hosting with cPanel</h2>
          <HostingPlans plans={HOSTING_PLANS} promises={promises} />
        </section>
        <section className="grid justify-items-start gap-5 md:grid-cols-[1fr_auto] md:items-center">
          <div>
            <h2>Not sure what you need?</h2>
            <p className="mt-2 text-ink-2">Tell us about the business. {weAnswer(brand)}.</p>
          </div>
          <ButtonLink to="/contact">
            Talk to us
            <Icon name="arrow" />
          </ButtonLink>
        </section>
      </div>
    </>
  );
}

/** Endings with their price for the first year and for each year after. `tld` has no leading dot. */
function PriceRule({ prices }: { prices: { tld: string; ksh: number; renewalKsh: number }[] }) {
  return (
    <dl className="grid max-w-xl grid-cols-3 border-y-3 border-cloth-ink">
      {prices.map(({ tld, ksh, renewalKsh }) => (
        <div key={tld} className="py-2 pr-3 text-sm not-first:border-l-2 not-first:border-cloth-ink not-first:pl-3">
          <dt className="text-lg/[1.2] font-black">.{tld}</dt>
          <dd>
            <b>{formatKsh(ksh)}</b>
            <span className="block">
              {renewalKsh === ksh ? "each year" : `then ${formatKsh(renewalKsh).replace(/^\D+/, "")}`}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a visitor wants to know of a shop: how to pay, whom to call, and who it is. Only what the brand says. */
function TrustLine() {
  const brand = useRootData()?.brand;
  if (!brand) return null;
  const { hasMpesa, phone, accreditation } = brand;
  return (
    <p className="flex flex-wrap items-center gap-x-4 font-bold">
      {hasMpesa && <span>Pay by M-PESA</span>}
      {phone && (
        <a className="inline-flex min-h-touch items-center" href={callLink(phone)}>
          {phone}
        </a>
      )}
      <span>{accreditation ?? weAnswer(brand)}</span>
    </p>
  );
}
