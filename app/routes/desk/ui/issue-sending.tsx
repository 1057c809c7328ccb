import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { Writers } from "./writers.tsx";

type Page = { fields: { ready: { id: string; errors?: string[] | undefined } } };
type IssueSendingProps = { subscribers: number; email: string; hasMailServer: boolean; rate: number; page: Page };

/** The buttons of a draft that send it: as a test, and to everybody. */
export function IssueSending({ subscribers, email, hasMailServer, rate, page }: IssueSendingProps) {
  const { id, errors } = page.fields.ready;
  if (!hasMailServer) {
    return (
      <Banner kind="warn" title="No mail server is set">
        <p>Set SMTP_URL or MAIL_URL to send issues.</p>
      </Banner>
    );
  }
  return (
    <>
      <Button name="form" value="test" kind="alt" className="wrap-anywhere">
        Send a test to {email}
      </Button>
      <details className="desk-fold" open={errors !== undefined}>
        <summary>Send to all subscribers</summary>
        <div className="flow">
          <p>
            {subscribers.toLocaleString("en-US")} subscribers get it, {rate} in a minute. A mail cannot be taken back.
          </p>
          {errors?.[0] !== undefined && <FieldError id={`${id}-error`}>{errors[0]}</FieldError>}
          <label className="flex min-h-touch items-center gap-2">
            <input type="checkbox" id={id} name="ready" value="yes" className="size-6" /> I have read the test mail.
          </label>
          {subscribers > 0 && (
            <Button name="form" value="send" kind="bad">
              Send to all
            </Button>
          )}
        </div>
      </details>
    </>
  );
}

type Counts = Record<"sent" | "failed" | "waiting" | "withdrawn" | "unsubscribed" | "left_to_go", number>;
type IssueProgressProps = { issue: Counts & { state: string }; path: string; rate: number };

const FACTS: [count: keyof Counts, label: string][] = [
  ["sent", "Sent"],
  ["waiting", "Waiting for the mail server"],
  ["left_to_go", "To go"],
  ["failed", "Failed for good"],
  ["withdrawn", "Left before their mail went out"],
  ["unsubscribed", "Unsubscribed after it"],
];

/** How far an issue has gone out, with buttons to stop and to continue. */
export function IssueProgress({ issue, path, rate }: IssueProgressProps) {
  const { state, left_to_go, waiting } = issue;
  const minutes = Math.ceil((left_to_go + waiting) / rate);
  return (
    <>
      {state === "sent" ? (
        <Banner kind="ok" title={waiting === 0 ? "It went out" : "The last mails wait for the mail server"} />
      ) : state === "stopped" ? (
        <Banner kind="warn" title="Stopped" />
      ) : (
        <Banner
          kind="neutral"
          icon="check"
          title={minutes === 0 ? "It goes out now" : `It goes out: about ${minutes} min more`}
        >
          <p>
            <a href={path} className="py-3 whitespace-nowrap">
              Look again
            </a>
          </p>
        </Banner>
      )}
      <dl className="facts">
        {FACTS.map(([count, label]) => (
          <Fragment key={count}>
            <dt>{label}</dt>
            <dd>{issue[count].toLocaleString("en-US")}</dd>
          </Fragment>
        ))}
      </dl>
      {state !== "sent" && (
        <Writers>
          <Form method="post" action={path} className="form">
            <CsrfToken />
            {state === "sending" ? (
              <Button name="form" value="stop" kind="bad">
                Stop
              </Button>
            ) : (
              <Button name="form" value="continue">
                Continue
              </Button>
            )}
          </Form>
        </Writers>
      )}
    </>
  );
}
