/**
 * Labels of mail servers and of the names that mail programs look up. RFC 6186; Mozilla, "Autoconfiguration"; Microsoft,
 * "Autodiscover".
 */
const MAIL_LABELS = [
  ...["mail", "email", "e-mail", "webmail", "mailserver", "mailhost", "mailgate", "mailgw", "mailin", "mailout"],
  ...["smtp", "smtps", "smtpout", "smtpin", "smtp-out", "smtp-in", "imap", "imaps", "pop", "pop3", "pops", "pop3s"],
  ...["mx", "mta", "relay", "autodiscover", "autoconfig", "exchange", "owa", "zimbra", "roundcube", "squirrelmail"],
];

/** Labels of services that are no websites: file transfer, remote access, name servers, calls, databases, games. */
const OTHER_LABELS = [
  ...["ftp", "ftps", "sftp", "ssh", "rdp", "vnc", "vpn", "ns", "dns", "ntp", "ldap", "ldaps", "radius", "smb"],
  ...["sip", "sips", "sipdir", "pbx", "voip", "turn", "stun", "xmpp", "irc", "mqtt", "lyncdiscover"],
  ...["mysql", "mariadb", "postgres", "postgresql", "pgsql", "mssql", "mongo", "mongodb", "redis", "minecraft"],
];

/** Whether a label names a mail server or is looked up by mail programs: `mail`, `smtp2`, `mx-01`, `mail-ke`. */
export function isMailLabel(label: string): boolean {
  return isOneOf(MAIL_LABELS, label);
}

/** Whether a label names a service that is neither a website nor mail: `ftp`, `ns1`, `vpn-2`. */
export function isOtherServiceLabel(label: string): boolean {
  return isOneOf(OTHER_LABELS, label);
}

/** Whether a label stands for a service of a domain, so that it is hardly a domain itself: `www`, `mail`, `_dmarc`. */
export function isServiceLabel(label: string): boolean {
  return label.startsWith("_") || label === "www" || label === "*" || isMailLabel(label) || isOtherServiceLabel(label);
}

/**
 * Labels that also count as one part of a longer label with hyphens. Other labels do not: `pop-up` and `exchange-rates` are no
 * mail servers.
 */
const WITH_HYPHEN = ["mail", "smtp", "imap", "mx", "mta", "webmail", "ftp", "sftp", "ssh", "vpn", "rdp", "mysql"];

/** Compares the label without its number, and its parts between hyphens with those that are clear by themselves. */
function isOneOf(labels: readonly string[], label: string): boolean {
  if (labels.includes(label) || labels.includes(label.replace(/-?\d{1,5}$/, ""))) return true;
  return label.split("-").some((part) => WITH_HYPHEN.includes(part) && labels.includes(part));
}
