import { domainToASCII } from "node:url";

/**
 * Returns the mailbox of an address as mail services see it: the part behind "+" is dropped, Gmail ignores dots, the domain is in
 * ASCII, and Unicode is normalised (RFC 6532, 3.1). For counting only: mail goes to the address as typed.
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
