/** The queries of the site on a database that seed.sql filled, with real parameters. `?` stands for the values. */
const id = (what: string, n: number) => `md5('${what}${n}')::uuid`;
const CUSTOMER = id("customer", 7);
const STAFF = `jsonb_build_object('id', ${id("staff", 1)}, 'email', 'staff1@example.co.ke')`;
/** Without it the desk shows nothing of a person. */
const VIEWED = `select log_staff(${STAFF}, 'person-viewed', 'person', ${CUSTOMER}::text, ${CUSTOMER})`;
const KINDS = "'{register,renew,hosting,mail,transfer,certificate,extend,upgrade}'";
const DEEP = `'{"at": "2025-06-01T00:00:00Z", "key": "00000000-0000-4000-8000-000000000000"}'`;

const orders = (
  states: string,
  { kinds = KINDS, words = "", payment = "null", refund = false, oldest = false, place = "null" } = {},
) => `select desk_orders('{${states}}', ${kinds}, '${words}', ${payment}, ${refund}, ${oldest}, ${place}, 50)`;
const messages = (states: string, isFromSite: boolean, words = "", isOldestFirst = false) =>
  `select desk_messages('{${states}}', ${isFromSite}, '${words}', ${isOldestFirst}, null, 50)`;
const payments = (view: string, words = "") => `select desk_payments('${view}', '${words}', now(), null, 50)`;
const ALL = "requested,processing,done,failed";
const PRICED = "'{starter,economy,deluxe,ultimate,professional}'";
const services = (states: string, words = "") =>
  `select desk_services(now(), ${PRICED}, '{${states}}', '{hosting,mail,certificate}', '${words}', null, 50)`;

/**
 * The queries whose cost must not grow with the agency. `indexes`: those without which it would. Each entry has the statement
 * and, where a customer asks, `as: "customer"`.
 */
export const HOT: Record<string, { sql: string; as?: "customer"; indexes: string[] }> = {
  "orders, open": { sql: orders("requested,processing", { oldest: true }), indexes: [] },
  "orders, open and paid": {
    sql: orders("requested,processing", { oldest: true, payment: "'paid'" }),
    indexes: ["bills_in_work"],
  },
  "orders, open and without a bill": {
    sql: orders("requested,processing", { oldest: true, payment: "'unbilled'" }),
    indexes: [],
  },
  "counts of the desk": {
    sql: `select desk_counts(now(), ${PRICED})`,
    indexes: ["bills_in_work", "bills_begun", "bills_claimed"],
  },
  "orders, all": { sql: orders(ALL), indexes: ["orders_listed"] },
  "orders, deep in the list": { sql: orders(ALL, { place: DEEP }), indexes: [] },
  "orders, not done": { sql: orders("failed"), indexes: ["orders_by_state"] },
  "orders, of one kind": { sql: orders(ALL, { kinds: "'{certificate}'" }), indexes: ["orders_by_kind"] },
  "orders, by a part of a name": { sql: orders(ALL, { words: "name77" }), indexes: ["orders_by_part"] },
  "orders, refund due": { sql: orders("done,failed", { refund: true, oldest: true }), indexes: ["orders_to_refund"] },
  "names, all": { sql: "select desk_domains('', null, 50)", indexes: ["domains_by_expiry"] },
  "names, deep in the list": {
    sql: `select desk_domains('', ${DEEP.replace("2025-06-01", "2027-01-01")}, 50)`,
    indexes: [],
  },
  "names, by a part": { sql: "select desk_domains('name77', null, 50)", indexes: ["domains_by_part"] },
  "a name": { sql: "select desk_domain('name77.co.ke')", indexes: ["domains_by_name"] },
  "messages, open": { sql: messages("new,taken", false, "", true), indexes: [] },
  "messages, closed": { sql: messages("closed", false), indexes: ["messages_by_state"] },
  "messages, by words": { sql: messages("closed", false, "customer 77"), indexes: ["messages_by_part"] },
  "messages, notices": { sql: messages("", true), indexes: ["messages_of_site"] },
  "payments, all": { sql: payments("all"), indexes: ["payments_listed"] },
  "payments, by a part of a code": { sql: payments("all", "S0077"), indexes: ["payments_by_part", "bills_by_part"] },
  "payments that wait": { sql: payments("todo"), indexes: ["bills_begun", "bills_claimed"] },
  backlog: { sql: "select count(*) from payment_backlog(now())", indexes: ["bills_begun", "bills_in_work"] },
  "services of the desk": { sql: services("ordered,active,suspended"), indexes: ["services_listed"] },
  "services, suspended": { sql: services("suspended"), indexes: ["services_by_state"] },
  "services, by a part of a name": {
    sql: services("ordered,active,suspended", "name77"),
    indexes: ["services_by_part"],
  },
  "payments, to confirm": { sql: payments("held"), indexes: ["payments_open"] },
  "payments, without an eTIMS number": { sql: payments("etims"), indexes: ["bills_without_etims"] },
  "search, by a name": {
    sql: "select desk_search('customer 77', null, null, null, 'CUSTOMER 77', 11)",
    indexes: ["people_by_part", "payments_by_typed"],
  },
  "search, by a phone": {
    sql: "select desk_search(null, '+254712345678', '45678', null, '0F5D-1C9E', 11)",
    indexes: ["people_by_phone"],
  },
  "search, by an amount": {
    sql: "select desk_search(null, null, null, 1500, '2026-00077', 11)",
    indexes: ["payments_by_sum", "bills_by_sum"],
  },
  "search, by a code": {
    sql: "select desk_search(null, null, null, null, 'S0077', 11)",
    indexes: ["payments_by_part", "bills_by_part"],
  },
  log: { sql: "select desk_log_lines('', '', null, 50)", indexes: ["desk_log_newest"] },
  "log, of one person": {
    sql: "select desk_log_lines('staff1@example.co.ke', '', null, 50)",
    indexes: [],
  },
  "log, of one kind": { sql: "select desk_log_lines('', 'school-erased', null, 50)", indexes: ["desk_log_did"] },
  "failed mails": {
    sql: "select id from mails where failed_at is not null order by failed_at desc, id limit 201",
    indexes: ["mails_failed"],
  },
  "next mail": { sql: "select count(*) from claim_mail(60)", indexes: ["mails_due"] },
  "a customer's names": {
    sql: `select name from domains where user_id = ${CUSTOMER} and name > 'a' order by name limit 1000`,
    as: "customer",
    indexes: [],
  },
  "a customer's services": {
    sql: `select id from services where user_id = ${CUSTOMER} and state <> 'ended' order by id limit 1000`,
    as: "customer",
    indexes: [],
  },
  "history of a service": {
    sql: `select at, did from service_changes where user_id = ${CUSTOMER} and service_id = ${id("service", 7)}
      order by at desc, id desc limit 20`,
    as: "customer",
    indexes: ["service_changes_of_service"],
  },
  "a service at the desk": { sql: `select desk_service(${id("service", 7)})`, indexes: [] },
  "services, what waits": {
    sql: `select count(*) from services_waiting(now(), ${PRICED})`,
    indexes: ["services_wanted", "services_certificate", "services_without_way_in", "orders_extending"],
  },
  "services to extend": {
    sql: "select count(*) from services_to_extend(current_date, null, 100)",
    indexes: ["services_ending"],
  },
  "days of the services": { sql: `select run_service_days(now(), 100, ${PRICED})`, indexes: [] },
  "next service at the server": { sql: "select claim_service(now(), 120)", indexes: ["services_wanted"] },
  "a customer's orders": {
    sql: `select id from orders where user_id = ${CUSTOMER} order by created_at desc, id desc limit 51`,
    as: "customer",
    indexes: ["orders_of_user"],
  },
  "a customer's mails": {
    sql: "select id from mails where address = 'customer7@example.co.ke' order by created_at desc limit 1000",
    as: "customer",
    indexes: ["mails_of_address"],
  },
  "a customer's payments": {
    sql: `select code from payments where user_id = ${CUSTOMER} order by received_at desc limit 1000`,
    as: "customer",
    indexes: ["payments_of_user"],
  },
  "a customer's schools": {
    sql: "select id from school_interest where address = 'customer20@example.co.ke' limit 1000",
    as: "customer",
    indexes: [],
  },
  "a customer's statement": {
    sql: `select * from statement_lines where user_id = ${CUSTOMER} and day < now() order by day desc, id desc limit 1`,
    as: "customer",
    indexes: ["payments_of_user", "receipts_of_user", "bills_of_user"],
  },
  "receipts of a day": {
    sql: "select desk_receipts(now() - interval '1 day', now(), null, 1000)",
    indexes: [],
  },
  "posts by a word": {
    sql: "select find_posts('{ost 17,names}', null, 0, 6)",
    indexes: ["posts_by_part"],
  },
  "next subscribers": {
    sql: "select count(*) from next_issue_subscribers(1000, 50)",
    indexes: [],
  },
  "issues of the newsletter": {
    sql: `update newsletter_issues as one set state = 'sent', counts = last.counts from newsletter_issues as last
      where one.state = 'sending' and last.id = ${id("issue", 1)}; select count(*) from list_issues()`,
    indexes: [],
  },
  "deliveries to delete": { sql: "select purge_deliveries(50)", indexes: [] },
  "jobs of DNS to delete": { sql: "select purge_dns_jobs(50)", indexes: ["dns_jobs_finished", "dns_jobs_planned"] },
  "callbacks to delete": {
    sql: "select purge_rows('payment_callbacks', 'handled_at', now() - interval '400 days', 50)",
    indexes: ["callbacks_handled"],
  },
  "bills without a receipt": { sql: "select bills_without_receipt(100)", indexes: ["bills_without_receipt"] },
  ...Object.fromEntries(
    ["names", "orders", "bills", "payments", "messages", "mails", "log"].map((part) => [
      `a person's ${part} at the desk`,
      { sql: `${VIEWED}; select desk_person_part(${STAFF}, ${CUSTOMER}, '${part}', null, 21)`, indexes: [] },
    ]),
  ),
};

/** Queries that are measured and may grow: with what waits, with what is searched, or with the list of subscribers. */
export const GROWING: Record<string, string> = {
  "orders, open and not paid": orders("requested,processing", { oldest: true, payment: "'unpaid'" }),
  income: "select desk_income(now(), 24)",
  "unpaid bills": "select desk_unpaid('all', now(), null, 50)",
  "work list": "select desk_work_list(now(), 15, 30, 500)",
  "issues, one is being sent": "select count(*) from list_issues()",
  "customers to remind":
    "select count(*) from customers_to_remind(current_date, current_date - 1, current_date + 60, null, 50, 7, 30)",
  "changes of zones to mail": "select count(*) from dns_changes_to_notify(now(), 20, 50)",
};

/** Sets the role and the account of a query. */
export function begin(as: "customer" | undefined): string {
  if (as === undefined) return "set local role service_role";
  const claims = `json_build_object('sub', ${CUSTOMER}, 'email', 'customer7@example.co.ke')::text`;
  return `select set_config('request.jwt.claims', ${claims}, true); set local role authenticated`;
}
