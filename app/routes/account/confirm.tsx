import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { findAccount } from "#app/accounts/accounts.api.server.ts";
import {
  claimMailedLink,
  type MailedLink,
  openPasswordReset,
  verifyLink,
} from "#app/accounts/mail-tokens.table.server.ts";
import { startPasswordReset } from "#app/accounts/password-reset.server.ts";
import { beginSession, supabaseFor } from "#app/accounts/session.server.ts";
import { forgetSignUp, signUpOf } from "#app/accounts/sign-up-cookie.server.ts";
import { openInvitation } from "#app/imports/invitation-link.server.ts";
import { forgetSubmission } from "#app/platform/database/idempotency.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import { type Failure, failure, success } from "#app/platform/result.ts";
import { orderAfterSignUp } from "#app/routes/dashboard/orders/order-action.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { buysOf } from "./bought.ts";
import { linkSubmission } from "./link-action.ts";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: WORDS[data?.kind ?? "signup"].title,
    description: "The link from our mail.",
    isHidden: true,
  });

const AUTH_WORDS = {
  signup: {
    title: "Confirm your address",
    text: "Press the button, and your account is ready.",
    button: "Confirm my address",
    again: { to: "/login/resend", label: "Send a new link" },
  },
  recovery: {
    title: "Choose a new password",
    text: "Press the button to choose a new password.",
    button: "Continue",
    again: { to: "/login/forgot", label: "Send a new link" },
  },
  invite: {
    title: "You are invited",
    text: "We have made an account for you. Press the button to choose your password.",
    button: "Choose my password",
    again: { to: "/login/forgot", label: "Send a new link" },
  },
};
const WORDS = { ...AUTH_WORDS, welcome: { ...AUTH_WORDS.invite, life: "30 days" } };

type Kind = keyof typeof WORDS;

/** Opening the page does not use the link up, because mail scanners follow links too. Only the button uses it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const kind = kindOf(searchParams.get("type"));
  const tokenHash = searchParams.get("token_hash") ?? "";
  const goal = kind === "signup" ? ownPath((await signUpOf(request))?.goal) : undefined;
  return { kind, tokenHash, buys: buysOf(goal)?.names } satisfies ShownLink;
}

/** `buys`: the names that somebody signed up in this browser to order. */
type ShownLink = { kind: Kind; tokenHash: string; buys?: string | undefined };
/**
 * `message` is undefined if the link was used before or is not valid. If there is a message, pressing the button again may
 * succeed.
 */
type FailedLink = ShownLink & { message?: string; reference?: string | undefined };

/**
 * Uses the link up. In the browser of the sign-up it signs the customer in; the password is that of the sign-up. In another
 * browser, what was typed at the sign-up is deleted, and the customer chooses a password next.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await request.formData();
  const kind = kindOf(typed.get("type"));
  const mailed = String(typed.get("token_hash") ?? "");
  const shown = { kind, tokenHash: mailed };
  if (!TOKEN_HASH.test(mailed)) return failed(context, shown, failure(400, ""));
  const token = kind === "welcome" ? await openInvitation(mailed) : success(mailed);
  if (!token.ok) return failed(context, shown, token);
  const tokenHash = token.value;
  // An invitation confirms an address as a sign-up does.
  const link: MailedLink = { type: kind === "recovery" ? kind : "signup", tokenHash };

  const signUp = await signUpOf(request);
  const owner = await claimMailedLink(tokenHash, signUp?.id);
  if (!owner.ok) return failed(context, shown, owner);
  if (owner.value === "maker" && link.type === "signup") {
    beginSession(request, context);
    const supabase = supabaseFor(request, context);
    const verified = await verifyLink(supabase, link);
    if (!verified.ok) return failed(context, shown, verified);
    await forgetSignUp(context);
    const found = await findAccount(supabase);
    const rest = { goal: ownPath(signUp?.goal), supabase, address: context?.address };
    const ordered = found.kind === "known" && (await orderAfterSignUp({ ...rest, account: found.account }));
    if (ordered) return ordered;
    return redirectWithFlash(ownPath(signUp?.goal) ?? "/", {
      about: "confirm",
      title: CONFIRMED,
      text: "You are signed in.",
    });
  }
  const opened = await openPasswordReset(link, context?.address);
  if (!opened.ok) return failed(context, shown, opened);
  await startPasswordReset(context, opened.value, owner.value === "mailbox");
  // From now on, another request for a link sends a new mail.
  await forgetSubmission(linkSubmission("forgot", opened.value.email));
  return redirect("/login/reset", 303);
}

function failed(context: AppLoadContext | undefined, link: ShownLink, failure: Failure) {
  if (failure.reason === "busy") {
    return data<FailedLink>({ ...link, message: TOO_OFTEN }, { status: 429, headers: { "Retry-After": "60" } });
  }
  const isUsedUp = !failure.isUnknown && failure.reason !== "down";
  if (isUsedUp) return data<FailedLink>(link, { status: 400 });
  return data<FailedLink>({ ...link, message: LOST, reference: context?.requestId }, { status: 503 });
}

const LOST = "An error occurred. Please try again.";
/** Shown at a rate limit: the auth service limits attempts by IP address, which many phones share. */
const TOO_OFTEN =
  "Too many links are being opened right now. This one still works: please press the button again in a minute.";

/** Hex digits of a hash (Supabase, "Email templates": TokenHash), or our sealed link of an invitation. */
const TOKEN_HASH = /^[\w-]{10,200}$/;
const CONFIRMED = "Your address is confirmed";

export default function ConfirmPage() {
  const loaded = useLoaderData<typeof loader>();
  const failed = useActionData<FailedLink>();
  const { kind, tokenHash } = failed ?? loaded;
  const words = WORDS[kind];
  return (
    <section className="page section flow">
      {failed && failed.message === undefined ? (
        <UsedLink words={words} />
      ) : (
        <>
          <h1>{words.title}</h1>
          {failed ? (
            <Banner kind="bad" title={failed.message}>
              {failed.reference && <p>Reference: {failed.reference}</p>}
            </Banner>
          ) : (
            <p className="lead">
              {words.text}
              {loaded.buys !== undefined && (
                <>
                  {" "}
                  Then you go on with your order of{" "}
                  <b className="wrap-anywhere" translate="no">
                    {loaded.buys}
                  </b>
                  .
                </>
              )}
            </p>
          )}
          <Form method="post" action="/auth/confirm">
            <CsrfToken />
            <input type="hidden" name="type" value={kind} />
            <input type="hidden" name="token_hash" value={tokenHash} />
            <Button>{words.button}</Button>
          </Form>
        </>
      )}
    </section>
  );
}

function UsedLink({ words }: { words: (typeof WORDS)[Kind] }) {
  const { again, life = "one hour" } = { life: undefined, ...words };
  return (
    <>
      <h1>This link no longer works</h1>
      <p className="lead">
        A link works once, for {life}. If you have already used it, you can sign in. If not, ask for a new one. If your
        password is not accepted, <Link to="/login/forgot">choose another one</Link>.
      </p>
      <p className="actions">
        <ButtonLink to={again.to}>{again.label}</ButtonLink>
        <ButtonLink kind="alt" to="/login">
          Sign In
        </ButtonLink>
      </p>
    </>
  );
}

function kindOf(type: unknown): Kind {
  return type === "recovery" || type === "invite" || type === "welcome" ? type : "signup";
}
