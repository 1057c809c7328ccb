import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import type { PostedField } from "#app/platform/http/outage.server.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { wasSentTo } from "#app/ui/forms/keep-typed.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Jina, Landscape } from "#app/ui/primitives/landscape.tsx";
import { ErrorPage, HOME, type WayHome } from "./error-page.tsx";
import { referenceOf } from "./reference.tsx";

type Sentence = readonly [title: string, text: string];

const OUR_FAULT: Sentence = ["Something went wrong", "The fault is ours. Please try again in a minute."];
/** After a post, the page has no "Try again" button, because that would open an empty form. */
const POSTED: Sentence = [OUR_FAULT[0], "The fault is ours. What you sent is below."];
const NO_CONNECTION: Sentence = ["No connection", "The page could not be fetched. Check your network and try again."];
const SENT: Sentence = [
  "It was sent",
  "Your form arrived, and you need not send it again. Only the page after it could not be fetched.",
];

/** Plain words for the statuses that the guard and the routes refuse with. The browser's Back restores the input. */
const EXPECTED: Record<number, Sentence> = {
  400: ["We could not read that", "The address or the form was damaged on the way. Go back and try again."],
  403: [
    "Not sent from this site",
    "For your safety we only accept forms from our own pages. Open the page here and try again.",
  ],
  405: ["That does not work here", "This address cannot be used that way."],
  408: ["That took too long", "The form did not arrive in time. Go back: your text is still there. Then try again."],
  413: [
    "That is too long",
    "We cannot take that much text. Go back: your text is still there. Then shorten it and try again.",
  ],
  414: ["That address is too long", "Go back: what you typed is still there. Then send less."],
  415: ["We could not read that", "This was not sent by one of our forms. Open the page here and try again."],
};

/**
 * The page for every thrown error: not found, rejected by the guard, no connection, or an internal error. It also shows the
 * form that was posted.
 */
export function FailurePage({ error, home }: { error: unknown; home?: WayHome }) {
  const { pathname, search } = useLocation();
  const retryHref = pathname + search;
  if (!isRouteErrorResponse(error)) {
    // Only the browser fetches pages; `fetch` throws a TypeError when the network fails.
    const isOffline = typeof navigator !== "undefined" && (!navigator.onLine || error instanceof TypeError);
    const [title, text] = isOffline ? (wasSentTo(retryHref) ? SENT : NO_CONNECTION) : OUR_FAULT;
    return <ErrorPage title={title} text={text} retryHref={retryHref} home={home} />;
  }
  if (error.status === 404)
    return error.data?.posted ? <Gone {...error.data} home={home} /> : <NotFoundPage home={home} />;
  const requestId = referenceOf(error.data);
  const expected = EXPECTED[error.status];
  // After a form was posted, `outage` throws its fields too.
  const posted: PostedField[] | undefined = error.data?.posted;
  const [title, text] = expected ?? (posted ? POSTED : OUR_FAULT);
  return (
    <>
      <ErrorPage {...{ title, text, requestId, home }} retryHref={expected || posted ? undefined : retryHref} />
      {posted && <PostedForm posted={posted} />}
    </>
  );
}

type GoneProps = { message: string; posted: PostedField[]; home: WayHome | undefined };

/** Shown after a form about something that was deleted meanwhile: why, and what was typed, to be copied. */
function Gone({ message, posted, home }: GoneProps) {
  const typed = posted.filter(({ label, value }) => label !== undefined && value !== "");
  return (
    <>
      <ErrorPage title="There is nothing to add this to" text={message} home={home} />
      {typed.length > 0 && (
        <section className="page sheet flow">
          <h2>What you typed</h2>
          <p>It was not sent and not saved. Copy it before you leave this page.</p>
          <PostedFields posted={typed} />
        </section>
      )}
    </>
  );
}

/** The 404 page, with bus number 404 in the picture. */
function NotFoundPage({ home = HOME }: { home?: WayHome | undefined }) {
  return (
    <div className="whole cloth">
      <div className="page section">
        <h1 className="poster">Not Found</h1>
        <p className="lead">We didn't find what you're looking for</p>
        <ButtonLink to={home.to}>{home.label}</ButtonLink>
        <Jina saying="Kupotea njia ndiko kujua njia" gloss="To lose the way is to learn the way" />
      </div>
      <Landscape hasBus />
    </div>
  );
}

/** A posted form whose page could not be read. The user can send all its fields again, by the same button, or copy them. */
export function PostedForm({ posted }: { posted: PostedField[] }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={pathname + search} className="page sheet flow">
      <h2>What you sent</h2>
      <p>We do not know whether it was saved. Look first, or send it again in a minute.</p>
      <PostedFields posted={posted} />
      <Button>Send it again</Button>
    </form>
  );
}

function PostedFields({ posted }: { posted: PostedField[] }) {
  return posted.map(({ name, value, label, isLong }, index) => {
    const about = { id: `posted-${index}`, name, defaultValue: value };
    if (label === undefined) return <input key={about.id} type="hidden" name={name} value={value} />;
    if (isLong) return <LongField key={about.id} rows={8} {...about} label={label} />;
    return <Field key={about.id} {...about} label={label} />;
  });
}
