/** Tables that the public key may not use, and a text column of each. */
export const CLOSED_TABLES = [
  ["school_interest", "email"],
  ["newsletter_pending", "email"],
  ["submissions", "form"],
  ["mails", "recipient"],
  ["messages", "email"],
  ["newsletter_issues", "title"],
  ["newsletter_deliveries", "mail_key"],
  ["message_parts", "body"],
  ["saved_answers", "title"],
  ["pictures", "sha256"],
  ["desk_log", "did"],
  ["desk_notes", "body"],
  ["desk_digests", "day"],
  ["people_search", "words"],
  ["second_steps", "secret"],
  ["step_codes", "hash"],
  ["stepped_sessions", "passed_by"],
  ["payment_callbacks", "source"],
  ["receipt_numbers", "year"],
  ["audit_erasures", "email"],
  ["imports", "digest"],
  ["import_lines", "email"],
] as const;
/** Tables in which a customer sees their own rows. */
export const OWN_TABLES = [
  ...["domains", "orders", "dns_jobs", "dns_changes", "closing_requests"],
  ...["renewal_reminders", "reminder_choices", "account_changes", "name_requests", "name_moves", "billing_contacts"],
  ...["bills", "payment_prompts", "payments", "receipts", "credit_notes", "credits"],
  ...["services", "service_changes", "service_notices"],
] as const;

/** Returns statements that insert a row into each closed table, and one for each customer into the others. */
export function sampleRows(first: string, second: string): string[] {
  const key = "0123456789abcdef".repeat(4);
  return [
    "insert into school_interest (name, email, phone, school) values ('A', 'a@example.co.ke', '0712345678', 'S')",
    "insert into newsletter_pending (email) values ('a@example.co.ke')",
    "insert into newsletter_issues (title, content) values ('Habari', 'Karibu.')",
    `insert into newsletter_deliveries (issue_id, subscriber_id, mail_key)
     select issue.id, reader.id, 'issue-1' from newsletter_issues as issue, newsletter_pending as reader limit 1`,
    "insert into projects (id, title) values ('duka', 'A shop')",
    "insert into projects (id, title, published_at) values ('draft', 'D', null), ('later', 'L', now() + interval '1 day')",
    "update posts set published_at = null where slug = 'co-ke-or-com'",
    `insert into submissions (key, form, owner) values ('${key}', 'contact', 'anonymous')`,
    `insert into mails (key, message_id, kind, recipient, subject, body_text)
     values ('${key}', '<${key}@example.co.ke>', 'confirm', 'a@example.co.ke', 'S', 'T')`,
    `insert into messages (key, name, email, subject, message) values ('${key}', 'A', 'a@example.co.ke', 'S', 'T')`,
    `insert into message_parts (message_id, side, body, key) select id, 'them', 'T', '${key}' from messages limit 1`,
    `insert into desk_log (staff, staff_email, did, about_kind, about_id)
     values ('${first}', 'a@example.co.ke', 'note-added', 'order', 'x')`,
    "insert into desk_notes (about_kind, about_id, author, body) values ('order', 'x', 'a@example.co.ke', 'N')",
    "insert into pictures (sha256, width, height, body) values (repeat('0', 64), 1, 1, 'x')",
    "insert into desk_digests values ('2000-01-01')",
    `insert into saved_answers (title, body, changed_by) values ('T', 'B', '${first}')`,
    // Only begun: one in force would hide the customer's rows.
    `insert into second_steps (user_id, secret) values ('${first}', 'sealed')`,
    `insert into step_codes (user_id, hash) values ('${first}', '${key}')`,
    `insert into stepped_sessions (session_id, user_id, passed_by) values (gen_random_uuid(), '${first}', 'app')`,
    "insert into payment_callbacks (key, source, body) values ('c2b:SG722NMVXQ', 'paybill', '{}')",
    "insert into receipt_numbers values ('2000', 1)",
    `insert into imports (id, digest, staff) values ('${first}', '${key}', '{}')`,
    `insert into import_lines (import_id, line, state, email, full_name)
     values ('${first}', 2, 'waiting', 'a@example.co.ke', 'A')`,
    "insert into audit_erasures (user_id, email) values (gen_random_uuid(), 'a@example.co.ke')",
    ...[first, second].flatMap((id, index) => [
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key)
       values ('${id}', 'renew', 'x.co.ke', 1500, 'order of ${id}')`,
      `insert into closing_requests (user_id) values ('${id}')`,
      `insert into reminder_choices (user_id, wants_reminders) values ('${id}', false)`,
      `insert into name_requests (user_id, domain_id, kind, not_before)
       select user_id, id, 'lock', now() from domains where user_id = '${id}' limit 1`,
      `insert into billing_contacts (user_id, email) values ('${id}', 'b@example.co.ke')`,
      `insert into name_moves (user_id, domain_id, to_email, not_before, ends_at)
       select user_id, id, 'amina@example.co.ke', now(), now() from domains where user_id = '${id}' limit 1`,
      `with service as (
         insert into services (user_id, kind, domain, plan, secret_sealed, secret_at)
         values ('${id}', 'hosting', 'x.co.ke', 'deluxe', 'sealed', now()) returning id, user_id
       ), change as (
         insert into service_changes (service_id, user_id, did) select id, user_id, 'ordered' from service
       )
       insert into service_notices (user_id, service_id, ends_on, step, notified_on)
       select user_id, id, '2027-01-01', '30', '2026-12-02' from service`,
      `insert into account_changes (user_id, kind, email) values ('${id}', 'password', 'a@example.co.ke')`,
      `insert into renewal_reminders (user_id, domain_id, expires_on, step, notified_on)
       select user_id, id, '2027-01-01', '60', '2026-11-22' from domains where user_id = '${id}' limit 1`,
      `with job as (
         insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state)
         select user_id, id, 'zone', 'add', 'Added', 'finished' from domains where user_id = '${id}' limit 1
         returning id, user_id, domain_id
       )
       insert into dns_changes (user_id, domain_id, zone_id, job_id, after)
       select user_id, domain_id, 'zone', id, '{"type":"A"}' from job`,
      `with bill as (
         insert into bills (user_id, reference, amount_ksh) values ('${id}', 'M00000${index}0', 1500) returning id, user_id
       ), receipt as (
         insert into receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_cents, seller, buyer, lines, paid_with)
         select '2026-0000${index}', id, user_id, now(), 1500, 0, '{}', '{}', '[]', '[]' from bill returning number, user_id
       ), note as (
         insert into credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_cents, way, code)
         select 'CN-' || number, number, user_id, now(), 500, 0, 'mpesa', 'SAMPLE0BACK' from receipt
       ), credit as (
         insert into credits (user_id, ksh, why, bill_id) select user_id, 300, 'surplus', id from bill
       ), prompt as (
         insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh)
         select id, user_id, '+254712345678', 1500 from bill returning id, user_id, bill_id
       )
       insert into payments (code, user_id, bill_id, prompt_id, amount_ksh, paid_at, source, state)
       select 'SAMPLE000${index}', user_id, bill_id, id, 1500, now(), 'stk', 'held' from prompt`,
    ]),
  ];
}
