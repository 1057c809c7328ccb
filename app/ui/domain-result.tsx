import { Form } from "@remix-run/react";
import type { DomainAnswer } from "#app/model/domain-answer.ts";
import { Button } from "./button.tsx";
import { ByHandName, FreeName } from "./name-for-sale.tsx";
import { Notice } from "./notice.tsx";

/** The answer to a search, always in the same place: a kanga for a free name, a card or a notice for the others. */
export function DomainResult({ answer }: { answer: DomainAnswer }) {
  switch (answer.kind) {
    case "available":
      return <FreeName {...answer} />;
    case "by-hand":
      return <ByHandName {...answer} />;
    case "taken":
      return (
        <Notice kind="neutral" titleAs="h1" title={`${answer.display} is taken`}>
          <p>Someone else holds this name. Try another one above.</p>
        </Notice>
      );
    case "not-sold":
      return (
        <Notice kind="neutral" icon="shop" titleAs="h1" title={`We don’t sell .${answer.tld}`}>
          <p>Try the same name with another ending.</p>
        </Notice>
      );
    case "unknown":
      return (
        <Notice kind="warn" titleAs="h1" title="We couldn’t check just now">
          <p>{answer.message}</p>
          <p>The name may still be free.</p>
          <TryAgain name={answer.display} />
        </Notice>
      );
    case "too-many":
      return (
        <Notice kind="warn" titleAs="h1" title="Too many searches at once">
          <p>Please wait {waitFor(answer.retryAfterSeconds)}, then try again.</p>
          <TryAgain name={answer.display} />
        </Notice>
      );
  }
}

function TryAgain({ name }: { name: string }) {
  return (
    <Form method="get" action="/domains" className="mt-2">
      <input type="hidden" name="q" value={name} />
      <Button kind="alt">Try again</Button>
    </Form>
  );
}

function waitFor(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
