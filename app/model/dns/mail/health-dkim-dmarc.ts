import { txtText } from "../txt.ts";
import { isDmarc, recordsAt } from "../zone-records.ts";
import { policyOf } from "./dmarc.ts";
import type { FindingDraft } from "./health-rules.ts";
import type { MailZone } from "./mail-zone.ts";
import { PRESETS } from "./presets.ts";

const PRESET = { kind: "preset", label: "Add the key" } as const;

/** Returns findings about DKIM, for the providers that we know. */
export function keyFindings(mail: MailZone): FindingDraft[] {
  const proxied = mail.keys.filter((record) => record.proxied).map(({ name }) => name);
  const found: FindingDraft[] =
    proxied.length === 0
      ? []
      : [
          {
            code: "dkim-proxied",
            words: `${proxied.join(" and ")} must not use the CDN. Receivers cannot find the key there, so your mail looks fake.`,
          },
        ];
  for (const provider of mail.providers) {
    if (provider === undefined) continue;
    const { name, keys } = PRESETS[provider];
    if (hasKey(mail, keys.fixed)) continue;
    found.push({
      code: "dkim-missing",
      words: `Switch signing on at ${name}. Then add the key that it shows you.`,
      fix: PRESET,
    });
  }
  if (found.length > 0 || mail.keys.length === 0) return found;
  return [{ code: "dkim-ok", words: "Receivers can check that a mail is yours." }];
}

/** Returns findings about the automatic set-up of mail programs. */
export function setUpFindings(mail: MailZone): FindingDraft[] {
  if (!mail.providers.includes("microsoft") || recordsAt(`autodiscover.${mail.zone}`, mail.records).length > 0)
    return [];
  return [
    {
      code: "autodiscover-missing",
      words: `Add a CNAME autodiscover.${mail.zone}. Then Outlook finds its settings by itself.`,
    },
  ];
}

/** Returns findings about DMARC. */
export function policyFindings(mail: MailZone): FindingDraft[] {
  const { policies, dmarcs, zone } = mail;
  const [policy, second] = policies;
  if (second)
    return [
      {
        code: "dmarc-doubled",
        words: `You have ${policies.length} DMARC records, but only one is allowed. Receivers use none of them.`,
      },
    ];
  const read = policy && policyOf(txtText(policy.content));
  if (policy && !read) return [broken(policy.id)];
  if (read === "none") return [{ code: "dmarc-watching", words: WATCHING }];
  if (policy) return [{ code: "dmarc-ok", words: OK[read === "reject" ? "reject" : "quarantine"] }];
  if (dmarcs.some(({ type }) => type === "CNAME"))
    return [{ code: "dmarc-ok", words: `Another name keeps it: _dmarc.${zone} is a CNAME.` }];
  const [stray] = dmarcs.filter((record) => !isDmarc(record));
  if (stray) return [broken(stray.id)];
  return [
    {
      code: "dmarc-missing",
      words:
        "Large providers trust mail less without one. Begin with one that only watches: it changes nothing for your mail.",
    },
  ];
}

const WATCHING =
  "A good start. When all your mail passes, change p=none to p=quarantine. Then fake mail in your name goes to spam.";
const OK = {
  quarantine: "Fake mail in your name goes to spam.",
  reject: "Fake mail in your name is refused.",
};

function broken(record: string): FindingDraft {
  return {
    code: "dmarc-broken",
    words: "Your DMARC record has a mistake, so nobody uses it.",
    fix: { kind: "edit", record, label: "Change the DMARC record" },
  };
}

/** Fixed selectors must all exist. If customers choose the selector, any key counts. */
function hasKey({ keys, zone }: MailZone, fixed: readonly string[]): boolean {
  if (fixed.length === 0) return keys.length > 0;
  return fixed.every((label) => recordsAt(`${label}._domainkey.${zone}`, keys).length > 0);
}
