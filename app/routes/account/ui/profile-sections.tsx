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

/** The id and label of each section. */
const SECTIONS = [
  ["you", "You"],
  ["mail", "E-mail"],
  [REMINDERS_FORM, "Reminders"],
  ["copies", "Copies"],
  ["password", "Password"],
  ["step", "Second step"],
  ["devices", "Devices"],
  [DATA_SECTION, "Data"],
  [CLOSE_SECTION, "Close"],
] as const;

/** The sections of the profile, each with its own form. */
export function ProfileSections({ email, name, phone, wantsReminders, hasStep, closing, credit }: Profile) {
  return (
    <>
      <nav className="parts" aria-label="On this page">
        {SECTIONS.map(([id, label]) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <div>
        <Section id="you" title="You">
          {credit > 0 && <p className="font-bold">{`You have ${formatKsh(credit)} with us, for your next bill.`}</p>}
          <ProfileForm id={YOU_FORM} email={email} name={name} phone={phone} />
        </Section>
        <Section id="mail" title="Sign-in e-mail">
          <Field id="sign-in-email" label="E-mail" type="email" value={email} readOnly disabled />
          <p>
            You sign in with this address, and our notices go to it. To change it,{" "}
            <Link to="/contact">write to us</Link>. We first make sure that it is really you.
          </p>
        </Section>
        <Section id={REMINDERS_FORM} title="Reminders" about="Never lose a domain by accident.">
          <RemindersSection wants={wantsReminders} />
        </Section>
        <Section id="copies" title="Copies for your books" about="Bills, receipts and reminders, to a second address.">
          <ButtonLink kind="alt" to="/profile/copies">
            Choose the address
          </ButtonLink>
        </Section>
        <Section id="password" title="Password" about="A new password signs you out on all other phones and computers.">
          <ProfileForm id={PASSWORD_FORM} email={email} save="Change password" />
        </Section>
        <Section
          id="step"
          title="Second step"
          about={hasStep ? "It is on." : "A code from your phone at each sign-in."}
        >
          <ButtonLink kind="alt" to="/profile/step">
            {hasStep ? "Codes and phone" : "Set it up"}
          </ButtonLink>
        </Section>
        <Section id="devices" title="Where you are signed in">
          <SignOutEverywhere />
        </Section>
        <Section id={DATA_SECTION} title="Your data" about="What this site keeps about you.">
          <DataExport />
        </Section>
        <Section id={CLOSE_SECTION} title="Close your account">
          <CloseSection closing={closing} />
        </Section>
      </div>
    </>
  );
}

type SectionProps = { id: string; title: string; about?: string; children: ReactNode };

function Section({ id, title, about, children }: SectionProps) {
  return (
    <section
      className="grid grid-cols-1 gap-4 border-t-3 border-ink py-6 first:border-t-0 last:border-b-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12 lg:py-8 [&_p>a]:py-3"
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

/** The links to everything that is stored about the customer: a page, and a file. */
function DataExport() {
  return (
    <>
      <InlineFlash about={DATA_SECTION} />
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
