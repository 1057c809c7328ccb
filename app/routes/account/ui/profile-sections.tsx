import type { ReactNode } from "react";
import { Field } from "#app/ui/forms/field.tsx";
import { PASSWORD_FORM, ProfileForm, YOU_FORM } from "#app/ui/forms/profile-form.tsx";
import { SignOutEverywhere } from "#app/ui/forms/sign-out-everywhere.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { CLOSE_SECTION, CloseSection, type Closing } from "./close-section.tsx";
import { REMINDERS_FORM, RemindersSection } from "./reminders-section.tsx";
import { DATA_SECTION, YourData } from "./your-data.tsx";

type Profile = { email: string; name: string; phone: string; wantsReminders: boolean | null; closing: Closing };

/** Where each section of the profile is found, and what the line of links calls it. */
const SECTIONS = [
  ["you", "You"],
  ["mail", "E-mail"],
  [REMINDERS_FORM, "Reminders"],
  ["password", "Password"],
  ["devices", "Devices"],
  [DATA_SECTION, "Data"],
  [CLOSE_SECTION, "Close"],
] as const;

/** All that somebody can change of their account: a heading, what it is for, and a form of its own each. */
export function ProfileSections({ email, name, phone, wantsReminders, closing }: Profile) {
  return (
    <>
      <nav className="flex flex-wrap gap-x-5" aria-label="On this page">
        {SECTIONS.map(([id, label]) => (
          <a key={id} href={`#${id}`} className="inline-flex min-h-touch min-w-touch items-center font-bold">
            {label}
          </a>
        ))}
      </nav>
      <Section id="you" title="You">
        <ProfileForm id={YOU_FORM} email={email} name={name} phone={phone} />
      </Section>
      <Section id="mail" title="Sign-in e-mail">
        <Field id="sign-in-email" label="E-mail" type="email" value={email} readOnly disabled />
        <p>
          You sign in with it, and we send our mails to it, also when your password or your DNS has changed. To change
          it, <Link to="/contact">write to us</Link>: we first make sure that it is really you.
        </p>
      </Section>
      <Section id={REMINDERS_FORM} title="Reminders" about="So that no domain ends unnoticed.">
        <RemindersSection wants={wantsReminders} />
      </Section>
      <Section id="password" title="Password" about="A new password signs you out on all other devices.">
        <ProfileForm id={PASSWORD_FORM} email={email} save="Change password" />
      </Section>
      <Section id="devices" title="Where you are signed in">
        <SignOutEverywhere />
      </Section>
      <Section id={DATA_SECTION} title="Your data" about="What this site keeps about you.">
        <YourData />
      </Section>
      <Section id={CLOSE_SECTION} title="Close your account">
        <CloseSection closing={closing} />
      </Section>
    </>
  );
}

type SectionProps = { id: string; title: string; about?: string; children: ReactNode };

function Section({ id, title, about, children }: SectionProps) {
  return (
    <section
      className="grid grid-cols-1 gap-4 border-t-3 border-ink py-6 last:border-b-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12 lg:py-8 [&_p>a]:py-3"
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
