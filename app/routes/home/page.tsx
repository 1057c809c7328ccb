import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/http/cache-headers.server.ts";
import { BUSINESS_EMAIL, HOSTING_PLANS } from "#app/model/hosting-plans.ts";
import { findTldPrice } from "#app/model/tld-prices.ts";
import { SearchForm } from "#app/ui/forms/search-form.tsx";
import { useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { areaSheet } from "#app/ui/frame/area-sheet.ts";
import { pageMeta } from "#app/ui/frame/page-meta.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { Hero } from "#app/ui/marks/hero.tsx";
import { Icon } from "#app/ui/marks/icons.tsx";
import homeCss from "#app/ui/sheets/areas/home.css?url";
import { EmailOffer } from "./ui/email-offer.tsx";
import { PlanBolt } from "./ui/plan-bolt.tsx";
import { PriceRule } from "./ui/price-rule.tsx";

export const handle = { hydrate: "intent", areas: "home" };

export const links = () => areaSheet("home", homeCss);

export const headers = () => publicPage();

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Domain names for Kenyan business",
    description: "Search a name and see at once whether it is free and what it costs. Domains start at Ksh 1,500/year.",
  });

const SHOWN_TLDS = ["co.ke", "com", "org"];

export function loader() {
  const prices = SHOWN_TLDS.flatMap((tld) => {
    const listed = findTldPrice(tld);
    return listed ? [{ tld, ksh: listed.price.ksh }] : [];
  });
  // The specs are in the features already, and what is handed over here is in the page twice.
  const plans = HOSTING_PLANS.map(({ specs: _specs, ...plan }) => plan);
  return { prices, plans, email: BUSINESS_EMAIL };
}

export default function HomePage() {
  const { prices, plans, email } = useLoaderData<typeof loader>();
  const isSearching = useIsSearching();
  return (
    <>
      <Hero saying="Jina jema hung’aa gizani" gloss="A good name shines in the dark">
        <h1 className="poster">Your name, on the network.</h1>
        <p className="lead">
          Pick the name your customers will type. Kenyan and international domains start at <b>Ksh 1,500/year</b>.
        </p>
        <SearchForm variant="hero" isPending={isSearching} />
        <PriceRule prices={prices} />
      </Hero>
      <div className="page section home">
        <EmailOffer {...email} />
        <section>
          <h2>Hosting with cPanel</h2>
          <p className="aside">Prices are for a month. Crossed out: the price without our discount.</p>
          <PlanBolt plans={plans} />
        </section>
        <section className="last-question">
          <div>
            <h2>Not sure what you need?</h2>
            <p className="aside">Tell us about the business. A person answers, typically within 24 hours.</p>
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
