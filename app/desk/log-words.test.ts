import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DESK_SERVICE_ACTS } from "#app/services/desk-forms.ts";
import { LOG_KINDS, LOG_WORDS, logWords, trailWords } from "./log-words.ts";

const ID = "3f2a91bc-6f0a-4a53-9a41-6d2b7f3c1a01";
const FOLDER = "supabase/migrations";

/** What a call that logs writes where the migration computes it, by the computing expression. */
const COMPUTED: Record<string, string[]> = {
  line: [
    ...["order-done", "order-failed"],
    ...["domain-date", "domain-status", "domain-ssl", "domain-price", "domain-held", "domain-step"],
    ...["message-taken", "message-given-back", "message-closed", "message-reopened"],
  ],
  "kind || '-' || did": ["post", "project", "issue"].flatMap((kind) =>
    ["written", "changed", "unpublished", "scheduled", "published"].map((did) => `${kind}-${did}`),
  ),
  "case when takes then 'request-taken' else 'request-given-back' end": ["request-taken", "request-given-back"],
  "'request-' || its_state": ["request-done", "request-refused"],
  did: ["payment-confirmed", "payment-matched"],
  "'service-' || act": DESK_SERVICE_ACTS.map((act) => `service-${act}`),
  back_line: ["bill-refunded", "bill-surplus-returned"],
  "kind || '-deleted'": ["post-deleted", "project-deleted", "issue-deleted"],
};

/** The second argument of each call of log_staff, log_done and log_order in the migrations: the expression. */
const WRITTEN = readdirSync(FOLDER)
  .map((name) => readFileSync(`${FOLDER}/${name}`, "utf8"))
  .flatMap((sql) => [
    ...sql.matchAll(/(?:perform|return) public\.log_(?:staff|done|order)\(\s*(?:'\{[^']*\}'|\w+),\s*([^,]+),/g),
  ])
  .map(([, expression = ""]) => expression);

test("the log has words for everything that the migrations write into it", () => {
  const kinds = WRITTEN.flatMap(
    (one) => COMPUTED[one] ?? [...one.matchAll(/'([a-z]+-[a-z-]+)'/g)].map(([, kind = ""]) => kind),
  );
  expect(WRITTEN.length).toBeGreaterThan(10);
  expect(
    WRITTEN.filter((one) => !/'[a-z]+-[a-z-]+'/.test(one) && !(one in COMPUTED)),
    "Write the kind as a literal, or list what this computes in COMPUTED",
  ).toEqual([]);
  expect(
    [...new Set(kinds)].filter((kind) => !(kind in LOG_WORDS)),
    "Add a sentence to app/desk/log-words.ts for each",
  ).toEqual([]);
});

test.each([
  ["order-done", "order", ID, {}, "marked order W3F2A-91BC done"],
  [
    "order-failed",
    "order",
    ID,
    { reason: "It is taken", refundKsh: 900 },
    "marked order W3F2A-91BC failed: It is taken, KSh\u00a0900 to pay back",
  ],
  ["order-priced", "order", ID, { ksh: 1500 }, "named the price of order W3F2A-91BC: KSh\u00a01,500"],
  ["school-changed", "school", ID, { stage: ["new", "won"] }, "changed school W3F2A-91BC: New to Won"],
  ["school-changed", "school", ID, { next_on: [null, "2026-12-02"] }, "changed school W3F2A-91BC: next 2 Dec 2026"],
  ["person-viewed", "person", ID, { reason: "order" }, "looked at person W3F2A-91BC: An order"],
  ["person-not-found", "person", "nobody", {}, "looked for somebody without an account: no reason"],
  ["post-published", "post", ID, { title: "Chai" }, "published post W3F2A-91BC: Chai"],
  ["mails-retried", "mail", "all", { count: 12 }, "sent again all mails: 12"],
  ["never-heard-of", "thing", "x", {}, "did “never-heard-of” to thing x"],
])("a line of %s about a %s %s with %j reads well", (did, about_kind, about_id, detail, words) => {
  const { before, about, after } = logWords({ did, about_kind, about_id, detail });
  expect(`${before} ${about}${after}`).toBe(words);
});

test("a line links to the page of what it is about, unless it has none any more", () => {
  const hrefOf = (did: string, about_kind: string, about_id = ID) =>
    logWords({ did, about_kind, about_id, detail: {} }).href;
  expect(hrefOf("order-done", "order")).toBe(`/desk/orders/${ID}`);
  expect([
    hrefOf("school-erased", "school"),
    hrefOf("mail-retried", "mail"),
    hrefOf("person-not-found", "person", "nobody"),
  ]).toEqual([null, null, null]);
});

test("a line of a deleted post has no link", () => {
  expect(logWords({ did: "post-deleted", about_kind: "post", about_id: ID, detail: {} }).href).toBeNull();
});

test("on its own page a thing has no number", () => {
  expect(trailWords("order-failed", {}, "this order")).toBe("marked this order failed");
});

test("no two choices of the log's filter have the same words", () => {
  const labels = LOG_KINDS.map(({ label }) => label);
  expect(labels.filter((label, place) => labels.indexOf(label) !== place)).toEqual([]);
  expect(labels).toEqual(expect.arrayContaining(["took order …", "took message …", "marked order … failed"]));
});
