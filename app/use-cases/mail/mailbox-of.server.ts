import { domainToASCII } from "node:url";

/**
 * Whose mailbox an address means, as mail services read it: what stands behind a "+" is a note, Gmail sees no dots, an
 * international name has an ASCII form, and the same letters can be written in several ways (RFC 6532, 3.1). Only for
 * counting: mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = domainToASCII(email.slice(at + 1)) || email.slice(at + 1).toLowerCase();
  const name = email
    .slice(0, at)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=.)\+.*/s, "");
  return /^g(oogle)?mail\.com$/.test(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
