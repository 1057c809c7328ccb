import { Form, Link } from "@remix-run/react";
import type { DomainAnswer } from "#app/model/domain-answer.ts";
import { formatKsh, LOWEST_KSH } from "#app/model/money.ts";
import { Button } from "#app/ui/marks/button.tsx";
import { Notice } from "#app/ui/messages/notice.tsx";
import { ByHandName, FreeName } from "./name-for-sale.tsx";

/** What a search found, in a few words: the page's title, and what is read out when the answer arrives. */
export function titleOfAnswer(answer: DomainAnswer): string {
  switch (answer.kind) {
    case "available":
      return `${answer.display} is free`;
    case "by-hand":
      return `We register ${answer.display} by hand`;
    case "taken":
      return `${answer.display} is taken`;
    case "not-sold":
      return `We don’t sell .${answer.tld}`;
    case "unknown":
      return "We couldn’t check just now";
    case "too-many":
      return "Too many searches at once";
  }
}

/** The answer to a search, always in the same place: a kanga for a free name, a card or a notice for the others. */
export function DomainResult({ answer, isPending }: { answer: DomainAnswer; isPending: boolean }) {
  const title = titleOfAnswer(answer);
  switch (answer.kind) {
    case "available":
      return <FreeName {...answer} />;
    case "by-hand":
      return <ByHandName {...answer} />;
    case "taken":
      return (
        <Notice kind="neutral" titleAs="h1" title={title}>
          <p>Someone else holds this name. One close to it may be free.</p>
        </Notice>
      );
    case "not-sold":
      return (
        <Notice kind="neutral" icon="shop" titleAs="h1" title={title}>
          <p>
            Kenyan endings start at {formatKsh(LOWEST_KSH)}. <Link to="/domains/pricing">See all prices</Link>
          </p>
        </Notice>
      );
    case "unknown":
      return (
        <Notice kind="warn" titleAs="h1" title={title}>
          <p>{answer.message}</p>
          <p>The name may still be free.</p>
          <TryAgain name={answer.display} isPending={isPending} />
        </Notice>
      );
    case "too-many":
      return (
        <Notice kind="warn" titleAs="h1" title={title}>
          <p>Please wait {waitFor(answer.retryAfterSeconds)}, then try again.</p>
          <TryAgain name={answer.display} isPending={isPending} />
        </Notice>
      );
  }
}

function TryAgain({ name, isPending }: { name: string; isPending: boolean }) {
  return (
    <Form method="get" action="/domains" className="mt-2">
      <input type="hidden" name="q" value={name} />
      <Button kind="alt" isPending={isPending} pendingLabel="Searching">
        Try again
      </Button>
    </Form>
  );
}

function waitFor(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
