import type { ReactNode } from "react";
import { formatKsh } from "#app/platform/money.ts";
import { InlineFlash } from "#app/ui/feedback/inline-flash.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { PASSWORD_FORM, ProfileForm, YOU_FORM } from "#app/ui/forms/profile-form.tsx";
import { SignOutEverywhere } from "#app/ui/forms/sign-out-everywhere.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { CLOSE_SECTION, CloseSection, type Closing } from "./close-section.tsx";
import { REMINDERS_FORM, RemindersSection } from "./reminders-section.tsx";

export const DATA_SECTION = "data";

type Profile = {
  email: string;
  name: string;
  phone: string;
  wantsReminders: boolean | null;
  /** Null when it could not be read. */
  hasStep: boolean | null;
  closing: Closing;
  /** What the customer has kept with us, in KSh. */
  credit: number;
};

/** The sections of the profile, each with its own form. */
export function ProfileSections({ email, name, phone, wantsReminders, hasStep, closing, credit }: Profile) {
  return (
    <div>
      <Section id="you" title="You">
        {credit > 0 && <p className="font-bold">{`You have ${formatKsh(credit)} with us, for your next bill.`}</p>}
        <ProfileForm id={YOU_FORM} email={email} name={name} phone={phone} />
      </Section>
      <Section id="mail" title="Sign-in e-mail">
        <Field id="sign-in-email" label="E-mail" type="email" value={email} readOnly disabled />
        <p>
          You sign in with this address, and our notices go to it. To change it, <Link to="/contact">write to us</Link>.
          We first make sure that it is really you.
        </p>
      </Section>
      <Section id={REMINDERS_FORM} title="Reminders" about="Never lose a domain by accident.">
        <RemindersSection wants={wantsReminders} />
      </Section>
      <Section id="password" title="Password" about="A new password signs you out on all other phones and computers.">
        <ProfileForm id={PASSWORD_FORM} email={email} save="Change password" />
      </Section>
      <Fold id="copies" title="Copies for your books" about="Bills, receipts and reminders, to a second address.">
        <ButtonLink kind="alt" to="/profile/copies">
          Choose the address
        </ButtonLink>
      </Fold>
      <Fold id="step" title="Second step" about={hasStep ? "It is on." : "A code from your phone at each sign-in."}>
        <ButtonLink kind="alt" to="/profile/step">
          {hasStep ? "Codes and phone" : "Set it up"}
        </ButtonLink>
      </Fold>
      <Fold id="devices" title="Where you are signed in">
        <SignOutEverywhere />
      </Fold>
      <Fold id={DATA_SECTION} title="Your data" about="What this site keeps about you.">
        <DataExport />
      </Fold>
      <Fold id={CLOSE_SECTION} title="Close your account" isOpen={closing !== null}>
        <CloseSection closing={closing} />
      </Fold>
    </div>
  );
}

type SectionProps = { id: string; title: string; about?: string; children: ReactNode };

function Section({ id, title, about, children }: SectionProps) {
  return (
    <section
      className="grid grid-cols-1 gap-4 border-t-3 border-ink py-6 first:border-t-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12 lg:py-8 [&_p>a]:py-3"
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {about !== undefined && <p className="mt-2 text-ink-2">{about}</p>}
      </div>
      <div className="flow lg:max-w-md">{children}</div>
    </section>
  );
}

/**
 * A section that few customers need, folded below its message. The id is on what is folded, because browsers unfold the target
 * of a link.
 */
function Fold({ id, title, about, isOpen, children }: SectionProps & { isOpen?: boolean }) {
  return (
    <section className="border-t border-line" aria-labelledby={`${id}-title`}>
      <InlineFlash about={id} />
      <details className="fold" open={isOpen}>
        <summary>
          <h2 id={`${id}-title`} className="text-lg">
            {title}
          </h2>
        </summary>
        <div id={id} className="flow scroll-mt-20 pb-4 lg:max-w-md">
          {about && <p>{about}</p>}
          {children}
        </div>
      </details>
    </section>
  );
}

/** The links to everything that is stored about the customer: a page, and a file. */
function DataExport() {
  return (
    <>
      <p>
        Your account, domains, orders and DNS changes, and what you told us about the newsletter and schools. Without
        passwords and transfer codes.
      </p>
      <p className="actions">
        <ButtonLink kind="alt" to="/profile/data">
          Read my data
        </ButtonLink>
        <ButtonLink kind="alt" to="/profile/export" reloadDocument>
          Download my data
        </ButtonLink>
      </p>
    </>
  );
}
