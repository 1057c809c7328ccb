import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The documents that an agency works by. */
const GUIDES = ["README.md", ...["going-live", "operations", "scaling", "sandbox"].map((name) => `docs/${name}.md`)];

/** The statements in the guides, by their first words, with the reason why no page does it. */
const ALLOWED: Record<string, string> = {
  "select key, subject, attempts, next_try_at, failed_at, failure from messages": "no page shows a queue that waits",
  "update messages set failed_at = null": "only sites with CONTACT_URL have such messages",
  "update messages set handed_on_at = now()": "only sites with CONTACT_URL have such messages",
  "select kind, subject, attempts, next_try_at, failure from mails": "no page shows a queue that waits",
  "select email, first_name, last_name from newsletter_pending": "for a newsletter tool of the agency's own",
  "select * from newsletter_pending where status = 'confirmed'":
    "only sites with a worker and without its key have such rows",
  "select email, left_at from newsletter_pending": "for a newsletter tool of the agency's own",
  "select u.email, d.name, n.expires_on": "a look into the site's own record, after a complaint",
  "select email, new_email, kind, created_at, notified_at from account_changes":
    "a look into the site's own record, after a complaint",
  "select version()": "before a dump",
  "set session_replication_role = replica": "a restore, before the site starts",
  "update mails set failed_at = now()": "a restore, before the site starts",
  "update messages set failed_at = now()": "a restore, before the site starts",
  "update newsletter_issues set state = 'stopped'": "a restore, before the site starts",
  "select count(*) from auth.users": "a restore, to compare with the dump",
  "insert into closing_requests": "a request that came by mail",
  "select close_account(": "an agency without a desk",
  "delete from orders o using auth.users": "once a year, by the tax law",
  "delete from messages where lower(email)": "people without an account",
  "delete from school_interest where lower(email)": "people without an account, not confirmed",
  "delete from mails where lower(recipient)": "people without an account",
  "update newsletter_pending set status = 'left'": "people without an account",
  "select 'account' from auth.users": "the check after an erasure",
  "union all select ": "the check after an erasure",
};

const STATEMENT =
  /\b(?:select|insert into|update|delete from|alter|drop|create|truncate|union all select|set session_\w+)\s/i;

/** The parts of a text that are code: indented and fenced lines, and spans between backticks. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line = ""]) => line);
  const spans = [...text.replace(/^ {4,}\S.*$/gm, "").matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  return [...blocks, ...spans].map((code) => code.replace(/\s+/g, " "));
}

/** The statements in a guide: everything from the first word that begins one. */
function statementsIn(file: string): string[] {
  return codeIn(readFileSync(file, "utf8")).flatMap((code) => {
    const at = code.search(STATEMENT);
    // "supabase link", "docker compose up" and other commands have no SQL; "join" continues a statement.
    return at < 0 || /^(sudo|docker|npm|supabase|create|update) /.test(code.slice(0, at)) ? [] : [code.slice(at)];
  });
}

test("the guides have SQL only for what no page does", () => {
  const unknown = GUIDES.flatMap((file) =>
    statementsIn(file)
      .filter((statement) => !Object.keys(ALLOWED).some((beginning) => statement.startsWith(beginning)))
      .map((statement) => `${file}: ${statement}`),
  );
  expect(unknown, "Name the page that does it instead, or add the statement to ALLOWED with a reason").toEqual([]);
});

test("every allowed statement is in a guide", () => {
  const statements = GUIDES.flatMap(statementsIn);
  const unused = Object.keys(ALLOWED).filter((beginning) => !statements.some((one) => one.startsWith(beginning)));
  expect(unused).toEqual([]);
});

test("no guide sends staff to the tables or functions of payments", () => {
  const functions =
    /\b(?:match|confirm|return|settle|withdraw|record)_payment\b|\b(?:bills|payments|payment_prompts|receipts)\b(?= (?:where|set))/;
  for (const file of GUIDES)
    expect(codeIn(readFileSync(file, "utf8")).filter((code) => functions.test(code))).toEqual([]);
});
