import { canonicalName } from "#app/domains/ascii-name.ts";
import type { RecordDraft } from "../record.ts";
import { txtText } from "../txt.ts";
import type { FindingDraft } from "./health-rules.ts";
import type { MailZone } from "./mail-zone.ts";
import { includesFor, type MailProvider, PRESETS, providerOf } from "./presets.ts";
import { effectiveTerms, idleTerms, isMechanism, parseSpf, rejectedTerms, type SpfTerm } from "./spf.ts";
import { emptyIncludes, MAX_LOOKUPS, MAX_VOID, proxiedTerms, spfCost, voidTerms } from "./spf-check.ts";
import { likelyTerms } from "./spf-likely.ts";
import { includesAny } from "./spf-merge.ts";
import { brokenIncludes, wideFindings } from "./spf-open.ts";

/** Characters that fit into one DNS response with everything else. RFC 7208, section 3.4. */
const LONG = 450;

/** Returns findings about SPF. */
export function senderFindings(mail: MailZone): FindingDraft[] {
  const [record, ...rest] = mail.spfs();
  if (!record) return missing(mail);
  if (rest.length > 0)
    return [
      {
        code: "spf-doubled",
        words: `You have ${rest.length + 1} SPF records, but only one is allowed. Until you join them, your mail may go to spam.`,
      },
    ];
  const terms = parseSpf(txtText(record.content));
  const found = [...textFindings(record, mail), ...targets(terms, mail), ...provider(terms, mail)];
  if (found.length === 0) return [{ code: "spf-ok", words: "Your list of allowed senders (SPF) is fine." }];
  const fix = { kind: "edit", record: record.id, label: "Change the SPF record" } as const;
  return found.map((one) => ({ fix, ...one }));
}

/** Returns the providers that receive the domain's mail but may not send for it according to the SPF text. */
export function providersMissingInSpf(terms: readonly SpfTerm[], mail: MailZone): { name: string; include: string }[] {
  const asked = mail.servers.flatMap(({ content }) => {
    const provider = providerOf(content);
    return provider ? [{ provider, includes: includesFor(provider, canonicalName(content)) }] : [];
  });
  const first = new Map<MailProvider, string[]>();
  for (const { provider, includes } of asked) if (!first.has(provider)) first.set(provider, includes);
  const effective = effectiveTerms(terms);
  // The domain behind a redirect may name the provider.
  if (effective.some(({ kind, name }) => kind === "modifier" && name === "redirect")) return [];
  return [...first]
    .filter(([, includes]) => !includesAny(effective, includes))
    .flatMap(([provider, [include]]) => (include === undefined ? [] : [{ name: PRESETS[provider].name, include }]));
}

function missing({ servers, nullMx, domain }: MailZone): FindingDraft[] {
  if (servers.length === 0 && nullMx.length === 0) return [];
  return [
    {
      code: "spf-missing",
      words: `Nothing says who may send mail for ${domain}. Anybody can pretend to be you, and your own mail is trusted less.`,
    },
  ];
}

/**
 * Returns findings that depend on an SPF text and its name alone. The names that the text includes are looked up in `mail`. A
 * text at another name than the domain is often only included by other texts, so it needs no `all`.
 */
export function textFindings({ name, content }: RecordDraft, mail: MailZone): FindingDraft[] {
  const terms = parseSpf(txtText(content));
  const own = canonicalName(name);
  const found = termFindings(terms);
  // If a part of the text is unreadable, its `all` may be in that part.
  if (found.some(({ code }) => code === "spf-broken")) return found;
  const endings = ending(terms, own).filter(({ code }) => !ONLY_OWN.includes(code) || own === mail.domain);
  return [...found, ...wideFindings(terms, own, mail), ...endings, ...lookups(terms, own, mail), ...length(content)];
}

const ONLY_OWN: FindingDraft["code"][] = ["spf-no-end", "spf-neutral"];

/** Returns findings about terms that receivers reject or that do nothing. */
function termFindings(terms: readonly SpfTerm[]): FindingDraft[] {
  const rejected = rejectedTerms(terms);
  if (rejected.length === 0) return idle(terms);
  const what = rejected.length === 1 ? "this word in it" : "these words in it";
  const words = rejected.map(({ text }) => visible(text)).join(" ");
  const advice = meaningOf(rejected.filter(({ kind }) => kind === "unreadable"));
  return [
    {
      code: "spf-broken",
      words: `Gmail, Outlook and others ignore the whole record because of ${what}: ${words}${advice && `.${advice}`}`,
    },
  ];
}

/** Terms that receivers read, and that do nothing. */
function idle(terms: readonly SpfTerm[]): FindingDraft[] {
  const found = idleTerms(terms);
  if (found.length === 0) return [];
  const words = found.map(({ text }) => visible(text)).join(" ");
  return [{ code: "spf-idle", words: `This lets nobody send: ${words}.${meaningOf(found)}` }];
}

function meaningOf(terms: readonly SpfTerm[]): string {
  const meant = terms.flatMap(({ text }) => likelyTerms(text)?.map((term) => term.text) ?? []);
  return meant.length === 0 ? "" : ` You probably mean ${meant.join(" ")}.`;
}

/** Returns a term in which each invisible character is replaced by its code. */
function visible(text: string): string {
  return text.replace(/[^!-~]/gu, (character) =>
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
      ? character
      : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

function ending(terms: readonly SpfTerm[], domain: string): FindingDraft[] {
  const effective = effectiveTerms(terms);
  const end = effective.find((term) => isMechanism(term, "all"));
  const isRedirected = effective.some(({ kind, name }) => kind === "modifier" && name === "redirect");
  const hidden = terms.filter((term) => !effective.includes(term)).map(({ text }) => text);
  return [
    ...(end?.qualifier === "+"
      ? [
          {
            code: "spf-open",
            words: `The record ends with ${end.text}. So everybody may send mail for ${domain}, spammers too. End it with ~all.`,
          } satisfies FindingDraft,
        ]
      : []),
    ...(end?.qualifier === "?"
      ? [
          {
            code: "spf-neutral",
            words: `The record ends with ${end.text}, which says nothing about other senders. End it with ~all.`,
          } satisfies FindingDraft,
        ]
      : []),
    ...(!end && !isRedirected
      ? [
          {
            code: "spf-no-end",
            words: "The record has no ~all or -all at its end. Fake mail is treated as if you had no SPF.",
          } satisfies FindingDraft,
        ]
      : []),
    ...(end && hidden.length > 0
      ? [
          {
            code: "spf-after-end",
            words: `Because of ${end.text}, Gmail, Outlook and others ignore this: ${hidden.join(" ")}`,
          } satisfies FindingDraft,
        ]
      : []),
  ];
}

function lookups(terms: readonly SpfTerm[], name: string, mail: MailZone): FindingDraft[] {
  const { sure, likely, isLoop } = spfCost(terms, mail, [name]);
  if (isLoop) return [{ code: "spf-lookups", words: "The record names itself, so the check never ends and fails." }];
  const asksMx = effectiveTerms(terms).some((term) => isMechanism(term, "mx") && (term.target || name) === mail.domain);
  if (asksMx && mail.servers.length > MAX_LOOKUPS)
    return [
      {
        code: "spf-lookups",
        words: `mx means at most ${MAX_LOOKUPS} mail servers, and ${mail.domain} has ${mail.servers.length}. So the check fails.`,
      },
    ];
  const advice = "Remove services that you no longer use. Or send their mail from another name, such as news.";
  if (sure > MAX_LOOKUPS)
    return [
      {
        code: "spf-lookups",
        words: `Gmail, Outlook and others look up at most ${MAX_LOOKUPS} names. This record asks for ${sure}, so the check fails. ${advice}${mail.domain}.`,
      },
    ];
  if (likely > MAX_LOOKUPS)
    return [
      {
        code: "spf-lookups-likely",
        words: `Gmail, Outlook and others look up at most ${MAX_LOOKUPS} names. This record asks for ${sure}, its services for about ${likely - sure} more. ${advice}${mail.domain}.`,
      },
    ];
  return [];
}

function targets(terms: readonly SpfTerm[], mail: MailZone): FindingDraft[] {
  const empty = emptyIncludes(terms, mail).map(({ text }) => text);
  const nothing = voidTerms(terms, mail).map(({ text }) => text);
  const proxied = proxiedTerms(terms, mail).map(({ text }) => text);
  const found: FindingDraft[] = [];
  if (empty.length > 0)
    found.push({
      code: "spf-empty",
      words: `This makes the whole check fail: ${empty.join(" ")}`,
    });
  for (const { text, target } of brokenIncludes(terms, mail))
    found.push({
      code: "spf-included",
      words: `${text} makes the whole check fail: ${target} has an SPF record with a mistake, or more than one.`,
      ...fixOf(mail.spfs(target)[0]),
    });
  if (nothing.length > 0)
    found.push({
      code: "spf-void",
      words: `Nothing is found for ${nothing.join(" ")}. With more than ${MAX_VOID} of these the whole check fails.`,
      ...(nothing.length > MAX_VOID && { severity: "bad" as const }),
    });
  if (proxied.length > 0)
    found.push({
      code: "spf-cdn",
      words: `${proxied.join(" ")} means the addresses of the CDN, not of your server. Mail that your web server sends fails the check.`,
    });
  return found;
}

function fixOf(record: RecordDraft | undefined): Pick<FindingDraft, "fix"> {
  const id = record && "id" in record ? String(record.id) : undefined;
  return id === undefined ? {} : { fix: { kind: "edit", record: id, label: "Change that record" } };
}

function provider(terms: readonly SpfTerm[], mail: MailZone): FindingDraft[] {
  const missing = providersMissingInSpf(terms, mail);
  if (missing.length === 0) return [];
  const who = missing.map(({ name }) => name).join(" and ");
  const what = missing.map(({ include }) => `include:${include}`).join(" ");
  return [
    {
      code: "spf-provider",
      words: `Mail goes to ${who}, but your SPF record does not let them send for you. ${what} is missing.`,
    },
  ];
}

function length(content: string): FindingDraft[] {
  const { length } = txtText(content);
  if (length <= LONG) return [];
  return [
    {
      code: "spf-long",
      words: `It has ${length} characters. Above ${LONG} some mail providers do not get all of it. Remove services that you no longer use.`,
    },
  ];
}
