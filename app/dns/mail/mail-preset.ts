/** A provider's document and the day it was last checked. Providers change their records every few years. */
export type Source = { title: string; url: string; checked: string };

/** An MX record's target and priority. */
export type MailServer = { content: string; priority: number };

/** What a mail provider needs in DNS. Only data: `mail-setup.ts` reads what only its customer knows. */
export type MailPreset = {
  name: string;
  /** A sender sends newsletters or bills for the domain; its mail goes on being received elsewhere. */
  isSender?: true;
  /** Matches the provider's mail servers in lower case; absent if they have the customer's own names. */
  mxPattern?: RegExp;
  /** Sets of MX records that work; the first is the one to create. Empty if the customer must be asked. */
  servers: readonly (readonly MailServer[])[];
  /** The domain that SPF includes for the provider; absent if SPF needs no include for it. */
  include?: string;
  /** How the provider ends an SPF text that includes nobody else. */
  all: "-all" | "~all";
  /** The verification text: its prefix, and the pattern of the rest. */
  token?: { prefix: string; rest: RegExp; example: string };
  /** CNAME records that every customer needs. A target may have `{domain}`, the name of the mail. */
  aliases: readonly { label: string; target: string }[];
  /** The DKIM selectors: fixed by the provider, or proposed to customers, who may choose another. */
  keys: { fixed: readonly string[]; proposed?: string };
  /** Where the provider shows the key, if its text does not begin with v=DKIM1. */
  keyHint?: string;
  /** The last step, at the provider. */
  next: string;
  sources: readonly Source[];
};
