import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import type { ServiceAct } from "#app/services/desk-forms.ts";
import type { ServiceView } from "#app/services/desk-view.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Facts } from "./desk-facts.tsx";
import { NoteForm } from "./note-form.tsx";
import { PaneHeader, SideRows } from "./panes.tsx";
import { ActButton, SuspendForm } from "./service-button-forms.tsx";
import { CertificateForm, DateForm, HoldForm, NextPriceForm, serviceAction } from "./service-forms.tsx";
import { SetupForm } from "./service-setup-form.tsx";
import { Trail } from "./trail.tsx";
import { TypedForm } from "./typed-form.tsx";
import { Writers } from "./writers.tsx";

type Props = { view: ServiceView };

/** The forms in their order, with the titles of those that are folded. */
const FORMS: readonly [act: ServiceAct, title: string][] = [
  ["again", "Let the server try again"],
  ["there", "The server has done it already"],
  ["server", "Let the server set it up"],
  ["setup", "Set it up, or correct the way in"],
  ["suspend", "Mark as suspended"],
  ["restore", "Mark as restored"],
  ["plan", "Mark the plan as changed"],
  ["reissued", "The certificate was replaced"],
  ["hold", "Do not suspend it for a while"],
  ["price", "Agree on the next year’s price"],
  ["date", "Correct the last day"],
  ["removed", "Note that its data is deleted"],
];

/** A service: what it is and whose, the form that it needs, other forms, and notes. */
export function ServicePane({ view, headingAs }: Props & { headingAs: "h1" | "h2" }) {
  const { problem, firstOrder } = view;
  return (
    <>
      <PaneHeader tag={view.tag} note={view.age} title={view.display} headingAs={headingAs} />
      {problem !== "" && (
        <Banner kind="bad" title={view.isEnded ? "The server may still have it" : "The server did not do it"}>
          <p className="stranger">{problem}</p>
        </Banner>
      )}
      {view.others.length > 0 && (
        <Banner kind="warn" title="Another customer has this name">
          {view.others.map(({ who, href, has }) => (
            <p key={href}>
              {has}:{" "}
              <a className="inline-flex min-h-touch items-center" href={href}>
                {who}
              </a>
            </p>
          ))}
        </Banner>
      )}
      <Facts facts={view.facts} />
      {firstOrder && (
        <p>
          <a className="inline-flex min-h-touch items-center" href={firstOrder.href}>
            Its order
          </a>
          {firstOrder.unpaid !== "" && `, ${firstOrder.unpaid}`}
          {firstOrder.holder !== "" && `, in the hands of ${firstOrder.holder}`}
        </p>
      )}
      <Writers>
        <ServiceForms view={view} />
      </Writers>
      <div className="desk-acts">
        <NoteForm action={serviceAction(view)} />
      </div>
    </>
  );
}

/** The forms that a service offers: the one that it needs is open in a box, the others are folded together. */
function ServiceForms({ view }: Props) {
  const actionData = useActionData<unknown>();
  const { offered, firstOrder } = view;
  const waits = firstOrder?.waits ?? "";
  const needed = waits !== "" && view.needed === "setup" ? undefined : view.needed;
  const typed: Partial<Record<ServiceAct, ReactNode>> = {
    setup: <SetupForm view={view} />,
    suspend: <SuspendForm view={view} />,
    reissued: <CertificateForm view={view} />,
    hold: <HoldForm view={view} />,
    price: <NextPriceForm view={view} />,
    date: <DateForm view={view} />,
    removed: (
      <TypedForm
        id="removed"
        action={serviceAction(view)}
        version={view.version}
        title="Note that its data is deleted"
        label={`Type ${view.display} to confirm`}
        button="Its data is deleted"
      >
        <p>
          {view.isEnded
            ? "First look at the server, and delete the account if it is there."
            : "First delete it at the provider. Then the service ends. It cannot be taken back. The customer gets no mail."}
        </p>
      </TypedForm>
    ),
  };
  const content = (act: ServiceAct) => typed[act] ?? <ActButton view={view} act={act} isMain={act === needed} />;
  const others = FORMS.filter(([act]) => offered[act] && act !== needed);
  return (
    <>
      {needed && offered[needed] ? (
        <div className="form-box">
          <h2>{needed === "setup" ? "Say how the customer gets in" : FORMS.find(([act]) => act === needed)?.[1]}</h2>
          {content(needed)}
        </div>
      ) : (
        <p>{waits || "It needs nothing from us now."}</p>
      )}
      {others.length > 0 && (
        <details className="desk-fold" open={others.some(([act]) => isReplyTo(act, actionData))}>
          <summary>More</summary>
          {others.map(([act, title]) => (
            <details key={act} className="desk-fold" open={isReplyTo(act, actionData)}>
              <summary className={act === "removed" ? "text-bad" : undefined}>{title}</summary>
              <div className="pt-3 pb-4">{content(act)}</div>
            </details>
          ))}
        </details>
      )}
    </>
  );
}

/** The last orders of the service, and what was done. */
export function ServiceSide({ view }: Props) {
  return (
    <>
      <SideRows heading="Its orders" rows={view.orders} />
      {view.changes.length > 0 && (
        <section className="flow" aria-labelledby="history">
          <h2 id="history">History</h2>
          <ul className="ruled">
            {view.changes.map(({ when, words }) => (
              <li key={`${when} ${words}`}>
                <span>{words}</span>
                <span className="quiet block">{when}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Trail of="this service" lines={view.trail} />
    </>
  );
}
