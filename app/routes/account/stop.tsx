import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { toDisplayName } from "#app/domains/display-name.ts";
import { stopMove } from "#app/moves/give.server.ts";
import { moveWords } from "#app/moves/move.ts";
import { findMove } from "#app/moves/moves.table.server.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectDocumentWithFlash } from "#app/platform/http/flash.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { openStopLink } from "#app/requests/ask.server.ts";
import { isOngoing, REQUEST_WORDS } from "#app/requests/request.ts";
import { cancelRequest, findMailedRequest } from "#app/requests/requests.table.server.ts";
import { LinkFailure, SpentLink } from "#app/ui/feedback/mail-link-page.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

/** Only the receiver of the mail may read it. */
export const headers = unstoredPage;

export const meta = staticMeta({ title: "Stop a request", description: "The link from our mail.", isHidden: true });

/**
 * Returns the request of a mailed link, or the move of a name. Nothing ends before the button is pressed, because mail scanners
 * follow links. A link that is bad or older than seven days says nothing of any request.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const stopped = openStopLink(params.token);
  const request = stopped === undefined ? null : await findStopped(stopped, context);
  if (request === null) return data({ token: "", request }, { status: 404 });
  return data({ token: params.token ?? "", request });
}

type Stopped = NonNullable<ReturnType<typeof openStopLink>>;

async function findStopped(stopped: Stopped, context: LoaderFunctionArgs["context"]) {
  if (typeof stopped !== "string") {
    const found = await findMove(stopped.move);
    if (!found.ok) throw outage(context);
    const move = found.value;
    return (
      move && {
        asked: moveWords(move),
        state: move.state,
        canStop: move.state === "open",
        isRead: false,
        isDeleted: false,
      }
    );
  }
  const found = await findMailedRequest(stopped);
  if (!found.ok) throw outage(context);
  if (!found.value) return null;
  const { kind, state, name, isRead, hasCode } = found.value;
  const asked = REQUEST_WORDS[kind].asked(toDisplayName(name));
  // Pressing the button also deletes a transfer code that is ready.
  const canStop = isOngoing({ state }) || hasCode;
  return { asked, state, canStop, isRead, isDeleted: state === "done" && kind === "code" && !hasCode };
}

export async function action({ params, context }: ActionFunctionArgs) {
  const stopped = openStopLink(params.token);
  if (stopped === undefined) return data(null, { status: 404 });
  const ended = typeof stopped === "string" ? await cancelRequest(stopped) : await stopMove(stopped.move, "link");
  // A move that has ended before is no failure here: the page says so.
  if (!ended.ok && ended.status !== 409) {
    return data({ message: ended.message, reference: context?.requestId }, { status: 503 });
  }
  if (ended.ok && typeof stopped === "string" && ended.value === null) return data(null, { status: 404 });
  const isStopped = ended.ok && (typeof stopped !== "string" || ended.value === "cancelled");
  const request = await findStopped(stopped, context);
  const title = isStopped ? "It is stopped" : request?.isDeleted ? "The code is deleted" : "It had ended before";
  return redirectDocumentWithFlash(`/stop/${params.token}`, { about: "stop", title });
}

export default function StopPage() {
  const { token, request } = useLoaderData<typeof loader>();
  const failed = useActionData<{ message: string; reference?: string } | null>();
  if (request === null)
    return <SpentLink to="/contact" label="Write to us" more="If you still need help, write to us." />;
  return (
    <section className="page section flow">
      <h1 className="wrap-anywhere">{titleOf(request)}</h1>
      {failed && <LinkFailure failed={failed} />}
      <p className="lead wrap-anywhere">You asked us {request.asked}.</p>
      <p>{textOf(request)}</p>
      {request.canStop && (
        <form method="post" action={`/stop/${token}`}>
          <CsrfToken />
          <Button>Stop it</Button>
        </form>
      )}
      {!request.canStop && (
        <p className="flex flex-wrap gap-3">
          <ButtonLink to="/login/forgot">Choose a new password</ButtonLink>
          <ButtonLink kind="alt" to="/contact">
            Write to us
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

type Shown = { state: string; canStop: boolean; isRead: boolean; isDeleted: boolean };

function titleOf({ state, canStop, isDeleted }: Shown): string {
  if (state === "cancelled") return "It is stopped";
  if (isDeleted) return "The code is deleted";
  return canStop ? "Stop this request" : "It had ended before";
}

function textOf({ state, canStop, isRead, isDeleted }: Shown): string {
  if (state === "cancelled") return "We do nothing more. If somebody else asked for it, choose a new password now.";
  if (state === "refused" || state === "expired") return "We did not do it.";
  if (isDeleted)
    return isRead
      ? "Nobody can read it here any more. But somebody has read it before: write to us at once."
      : "Nobody can read it here any more.";
  if (!canStop) return "We have done it already. If it was not you, write to us at once.";
  if (state !== "done") return "Press the button if it was not you, or if you do not want it any more.";
  return isRead
    ? "Somebody has read the code already. Press the button to delete it here, and write to us at once."
    : "The code is ready, and nobody has read it. Press the button, and nobody can.";
}
