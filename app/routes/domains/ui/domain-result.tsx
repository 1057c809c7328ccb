import { Form } from "@remix-run/react";
import type { DomainLookup } from "#app/domains/domain-lookup.ts";
import { isConfusable } from "#app/domains/domain-lookup.ts";
import { orderUrl } from "#app/domains/order-url.ts";
import { formatKsh, LOWEST_KSH } from "#app/platform/money.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { DomainName } from "./domain-name.tsx";
import { FreeName, type Sale, UnusedName } from "./name-for-sale.tsx";

/** What a search found, in a few words: the page's title, and what screen readers announce when the result arrives. */
export function titleOfLookup(lookup: DomainLookup): string {
  switch (lookup.kind) {
    case "available":
      return `${lookup.display} is free`;
    case "by-hand":
      return lookup.isUnused ? `Nobody uses ${lookup.display} yet` : notLookedUp(lookup);
    case "taken":
      return `${lookup.display} is taken`;
    case "not-sold":
      return `We don’t sell .${lookup.tld}`;
    case "unknown":
      return notLookedUp(lookup);
    case "too-many":
      return "Too many searches";
  }
}

function notLookedUp({ display }: DomainLookup): string {
  return `We can’t check ${display} right now`;
}

type DomainResultProps = {
  lookup: DomainLookup;
  sale: Sale | undefined;
  /** What to do about a taken name. */
  advice: string | undefined;
  isPending: boolean;
  isSignedIn: boolean;
};

/** The result of a search: a framed name with its price if it may be free, a banner for every other result. */
export function DomainResult({ lookup, sale, advice, isPending, isSignedIn }: DomainResultProps) {
  const title = titleOfLookup(lookup);
  if (isConfusable(lookup) && (lookup.kind === "available" || lookup.kind === "by-hand")) {
    return <ConfusableName name={lookup.display} />;
  }
  switch (lookup.kind) {
    case "available":
      return <FreeName {...lookup} sale={sale} isSignedIn={isSignedIn} />;
    case "by-hand":
      return lookup.isUnused ? (
        <UnusedName {...lookup} sale={sale} isSignedIn={isSignedIn} />
      ) : (
        <Banner kind="warn" titleAs="h1" title={title}>
          <p>The registry is slow to answer. You may still get the name.</p>
          <RetryOrOrder name={lookup.display} isPending={isPending} price={`${formatKsh(lookup.price.ksh)} a year`} />
        </Banner>
      );
    case "taken":
      return <TakenName {...lookup} advice={advice} />;
    case "not-sold":
      return (
        <Banner kind="neutral" icon="shop" titleAs="h1" title={title}>
          <p>Kenyan endings start at {formatKsh(LOWEST_KSH)}.</p>
          <Link to="/domains/pricing" className="inline-flex min-h-touch items-center">
            See all prices
          </Link>
        </Banner>
      );
    case "unknown":
      return (
        <Banner kind="warn" titleAs="h1" title={title}>
          <p>{withStop(lookup.message)} You may still get the name.</p>
          <RetryOrOrder name={lookup.display} isPending={isPending} />
        </Banner>
      );
    case "too-many":
      return (
        <Banner kind="warn" titleAs="h1" title={title}>
          <p>Please wait {waitFor(lookup.retryAfterSeconds)}, then try again.</p>
          <TryAgain name={lookup.display} isPending={isPending} />
        </Banner>
      );
  }
}

/** A name that may be free and would look like a fake. */
function ConfusableName({ name }: { name: string }) {
  return (
    <Banner kind="warn" titleAs="h1" title="This name looks like another one">
      <p>One letter is not a Latin letter. Browsers will show it as {name}, and people may take it for a fake.</p>
      <Link to={orderUrl("register", name)} className="inline-flex min-h-touch items-center">
        Order it anyway
      </Link>
    </Banner>
  );
}

type TakenNameProps = { display: string; tld: string; advice: string | undefined };

function TakenName({ display, tld, advice }: TakenNameProps) {
  return (
    <section className="taken">
      <p className="state">
        <Icon name="close" />
        Someone already owns this name
      </p>
      <DomainName name={display} tld={tld} />
      <p>{advice}</p>
      <ButtonLink kind="alt" to={orderUrl("transfer", display)}>
        I own it: transfer it to you
      </ButtonLink>
    </section>
  );
}

type RetryOrOrderProps = { name: string; isPending: boolean; price?: string };

/** The two ways on from a name that could not be looked up. */
function RetryOrOrder({ name, isPending, price }: RetryOrOrderProps) {
  return (
    <>
      <div className="actions py-2">
        <TryAgain name={name} isPending={isPending} />
        <ButtonLink kind="alt" to={orderUrl("register", name)}>
          Order it anyway
        </ButtonLink>
      </div>
      <p className="quiet">If you order, we look it up. You pay only if you get it{price && `: ${price}`}.</p>
    </>
  );
}

function TryAgain({ name, isPending }: { name: string; isPending: boolean }) {
  return (
    <Form method="get" action="/domains">
      <input type="hidden" name="q" value={name} />
      <Button isPending={isPending} pendingLabel="Searching">
        Try again
      </Button>
    </Form>
  );
}

function waitFor(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** Ends a service's message with a full stop. */
function withStop(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
