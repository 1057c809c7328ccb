import { brandFrom } from "#app/platform/brand.ts";
import { mailBody } from "./mail-body.ts";

/*
 * The auth service sends mails by static templates in Go's language, which it fills in itself. Our files in supabase/templates
 * are written from here by `npx vitest run --config tests/vitest.config.ts auth-templates --update`, so that they look like the
 * site's other mails. They have the demo's name, until `npm run auth-templates` writes another: the service's variables are the
 * site's address and data that strangers can set. Source: https://supabase.com/docs/guides/auth/auth-email-templates
 */

const ORIGIN = "{{ .SiteURL }}";

/** The demo's name without its phone number and address, which no command replaces. */
const SITE = { origin: ORIGIN, payment: "", brand: { ...brandFrom({ name: brandFrom({}).name }), email: "" } };

const ONCE = "The link works once, for one hour. It opens a page with a button.";

/** The words of a mail, and the type of its link. The mails greet nobody by name, because strangers can type one. */
const WORDS = {
  confirmation: {
    type: "signup",
    sentence: "Please confirm your e-mail address.",
    label: "Confirm your address",
    notYou: "Not you? Ignore this e-mail: without the button there is no account.",
    why: "You get this because an account was created with this address.",
  },
  invite: {
    type: "invite",
    sentence: "We made an account for you. Please choose its password.",
    label: "Choose your password",
    notYou: "You do not know us? Ignore this e-mail: without the button nobody can use the account.",
    why: "You get this because we made an account with this address.",
  },
  recovery: {
    type: "recovery",
    sentence: "You asked for a new password.",
    label: "Choose a new password",
    notYou: "Not you? Ignore this e-mail: your password stays as it is.",
    why: "You get this because somebody, hopefully you, asked for a new password.",
  },
};

/**
 * This mail has no link. The service's own link would end at "/#access_token=…", which no server can read, and would change an
 * address that only the agency changes (docs/product/accounts.md, "Profile"); this mail also goes to a thief who asked the
 * service for the change.
 */
const EMAIL_CHANGE = {
  lines: [
    "Somebody asked to change the e-mail address of an account.",
    "Nothing has changed. We change an address only after we have checked who asks: if it was you, please write to us.",
  ],
  why: "You get this because the account has this address, or somebody wants it to have this address.",
};

const linked = Object.entries(WORDS).map(([name, { type, sentence, label, notYou, why }]) => {
  const href = `${ORIGIN}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}`;
  return { name, lines: [sentence, { label, href }, ONCE, notYou], why };
});

/** The mails of the auth service, as files of supabase/templates. */
export const AUTH_TEMPLATES = [...linked, { name: "email_change", ...EMAIL_CHANGE }].map(({ name, lines, why }) => {
  const { html } = mailBody(lines, { site: SITE, firstName: "", why });
  return { name, html: html.replaceAll("&#38;", "&amp;") };
});
