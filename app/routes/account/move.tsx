import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { identifyUser } from "#app/accounts/auth.server.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { acceptAsReceiver, openReceiveLink, stopMove } from "#app/moves/give.server.ts";
import { findMove } from "#app/moves/moves.table.server.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { LinkFailure, SpentLink } from "#app/ui/feedback/mail-link-page.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

/** Only the receiver of the mail may read it. */
export const headers = unstoredPage;

export const meta = staticMeta({ title: "A name for you", description: "The link from our mail.", isHidden: true });

/**
 * Returns the move of a mailed link for its receiver. To say no, the link is enough; to say yes, they sign in with the address
 * that got it. The page is the same whether or not this address has an account. A link that is bad or too old names no move.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const found = await findReceived(params.token, context);
  if (!found) return data({ token: "", move: null }, { status: 404 });
  const { id: _id, name, fromName: _fromName, toName: _toName, ...move } = found;
  const account = await findAccount(request, context);
  return data({
    token: params.token ?? "",
    move: {
      ...move,
      ...{ display: toDisplayName(name), path: `/dashboard/domains/${name}` },
      ...{ signedInAs: account?.email ?? null, isReceiver: account?.email.toLowerCase() === move.toEmail },
      ...{ begins: nairobiTime(new Date(move.notBefore)), ends: nairobiTime(new Date(move.endsAt)) },
    },
  });
}

async function findReceived(token: string | undefined, context: AppLoadContext | undefined) {
  const id = openReceiveLink(token);
  const found = id === undefined ? undefined : await findMove(id);
  if (found?.ok === false) throw outage(context);
  return found?.value ?? null;
}

async function findAccount(request: Request, context: AppLoadContext | undefined) {
  const visitor = await identifyUser(request, context);
  if (visitor.kind === "unreachable") throw outage(context);
  return visitor.kind === "known" ? visitor.account : undefined;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const move = await findReceived(params.token, context);
  if (!move) return data(null, { status: 404 });
  // The page says what it is now.
  const back = () => redirectDocument(`/move/${params.token}`, 303);
  const failed = (message: string, status: number) => data({ message, reference: context?.requestId }, { status });
  if ((await request.formData()).get("form") !== "accept") {
    const refused = await stopMove(move.id, "receiver");
    if (refused.ok || refused.status === 409) return back();
    return failed(refused.message, 503);
  }
  const account = await findAccount(request, context);
  if (!account) return failed(`Sign in with ${move.toEmail} first.`, 409);
  const accepted = await acceptAsReceiver(move.id, account);
  if (accepted.ok) return back();
  return failed(accepted.message, accepted.status === 409 ? 409 : 503);
}

export default function MovePage() {
  const { token, move } = useLoaderData<typeof loader>();
  const failure = useActionData<{ message: string; reference?: string } | null>();
  if (move === null) return <SpentLink to="/contact" label="Write to us" more="If you still need help, write to us." />;
  return (
    <section className="page section flow">
      <h1 className="wrap-anywhere">
        <Words>{titleOf(move)}</Words>
      </h1>
      {failure && <LinkFailure failed={failure} />}
      {move.state === "open" ? (
        <OpenMove token={token} move={move} />
      ) : move.state === "done" ? (
        <>
          <p className="lead">
            It is in the account of <Words>{move.toEmail}</Words>, with its DNS records.
          </p>
          <p>
            <ButtonLink to={move.isReceiver ? move.path : "/login"}>
              {move.isReceiver ? "See the name" : "Sign in"}
            </ButtonLink>
          </p>
        </>
      ) : (
        <p className="lead">The name stays with its owner. There is nothing to do.</p>
      )}
    </section>
  );
}

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["move"]>;

function titleOf({ state, display, hasReceiverAgreed }: Shown): string {
  if (state === "done") return `${display} is yours`;
  if (state === "refused") return "You have said no";
  if (state !== "open") return "It has ended";
  return hasReceiverAgreed ? "You have said yes" : `Do you want ${display}?`;
}

function OpenMove({ token, move }: { token: string; move: Shown }) {
  const { display, fromEmail, toEmail, signedInAs, isReceiver, hasReceiverAgreed, hasGiverAgreed, begins, ends } = move;
  return (
    <>
      <p className="lead wrap-anywhere">
        <Words>
          {hasReceiverAgreed
            ? `${display} comes to your account after ${begins}, unless its owner stops it.`
            : `${fromEmail} wants to give you this name.`}
        </Words>
      </p>
      {hasReceiverAgreed ? (
        <p>
          {hasGiverAgreed ? "You get a mail then." : "Its owner has to confirm it, too."} If that has not happened by{" "}
          {ends}, the name stays where it is.
        </p>
      ) : (
        <ul className="list-disc pl-5">
          <li>It comes with its DNS records and the notes beside them.</li>
          <li>Hosting and mailboxes that its owner has with us stay with its owner.</li>
          <li>You renew it from then on, at the price of our list.</li>
          <li>You can say yes or no until {ends} (Nairobi time).</li>
        </ul>
      )}
      {!hasReceiverAgreed && !isReceiver && <SignIn toEmail={toEmail} signedInAs={signedInAs} />}
      <div className="flex flex-wrap gap-3">
        {!hasReceiverAgreed && isReceiver && <MoveForm token={token} form="accept" label="Yes, take it" />}
        <MoveForm token={token} form="refuse" label="No, I do not want it" />
      </div>
    </>
  );
}

/** Leads back here after the sign-in. The address of the sign-in page must not have the token of the link. */
const RECEIVED = "/move";

function SignIn({ toEmail, signedInAs }: { toEmail: string; signedInAs: string | null }) {
  return (
    <>
      <p className="wrap-anywhere">
        {signedInAs === null
          ? `To say yes, sign in with exactly ${toEmail}, or make an account with it. Then you come back here.`
          : `To say yes, you need the account of exactly ${toEmail}. You are signed in as ${signedInAs}, so sign out first. Then open the link in our mail again.`}
      </p>
      <p className="flex flex-wrap gap-3">
        {signedInAs === null ? (
          <>
            <ButtonLink to={`/login?redirectTo=${RECEIVED}`}>Sign in</ButtonLink>
            <ButtonLink kind="alt" to={`/login?tab=signup&redirectTo=${RECEIVED}`}>
              Create an account
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to="/profile">Go to your profile</ButtonLink>
        )}
      </p>
    </>
  );
}

function MoveForm({ token, form, label }: { token: string; form: "accept" | "refuse"; label: string }) {
  return (
    <form method="post" action={`/move/${token}`}>
      <CsrfToken />
      <input type="hidden" name="form" value={form} />
      <Button {...(form === "refuse" && { kind: "alt" as const })}>{label}</Button>
    </form>
  );
}
