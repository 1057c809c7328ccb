import { readFileSync } from "node:fs";
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Place, placeOf, typedInto } from "../../form-places.ts";
import { newVisitor } from "../../form-visitor.ts";
import { FORMS } from "../../forms.ts";
import { httpRequest } from "../request.ts";
import { readOutbox } from "../run-site.ts";
import { workbenchOf } from "../workbench-calls.ts";
import { site } from "./site.ts";

/** Where the line fails: in the body, after its last byte, or in the answer. The person cannot tell which. */
const CUTS = ["in the body", "after the body", "in the answer"] as const;
type Cut = (typeof CUTS)[number];
const WAYS = ["without scripts", "with scripts"] as const;

/**
 * Signing in does nothing that could happen twice; the others need a second step or a mailed code. The sandbox takes its projects
 * from another service.
 */
const WITHOUT_EFFECT = /^\/(?:desk\/projects|login(?!\?tab|\/forgot)|profile\/step)/;
/** The desk's forms that add something, those of services aside. The others change one row, whose version they name. */
const ADDING = ["answer", "note", "enter-bank", "enter-cash", "enter-cheque", "save"];
/** These change or delete a row, plan a change or look for a payment, which leaves no trace that is counted. */
const CHANGES_IN_PLACE =
  /unsubscribe|reminders|change-order|cancel-order|typed$|import|selection|control cancel|move-cancel|proforma|receipt|\/(?:mail|website)|^\/copies\//;
const CASES = FORMS.filter(
  ([path, , along]) =>
    !WITHOUT_EFFECT.test(path) && (!/^\/desk(?!\/services)/.test(path) || ADDING.includes(along?.form ?? "")),
)
  // A finding of the mail check is mended by its own form.
  .filter(([, fields]) => !fields.includes("fix"))
  // The agency has to do a request before its code can be read.
  .filter(([, fields, along]) => !fields.includes("type") && !fields.includes("from") && along?.form !== "read")
  // Staff begin the move that its owner confirms.
  .filter(([, , along]) => along?.form !== "move-confirm")
  // It needs the hosting server.
  .filter(([, , along]) => along?.form !== "open");

/**
 * Tables with a row for each thing that was done, and the column that says for whom. Changes of
 * records count as calls to the provider.
 */
const TABLES = {
  ...{ messages: "email", newsletter_pending: "email", school_interest: "email" },
  ...{ orders: "user_id", payment_prompts: "user_id", service_changes: "user_id" },
  ...{ account_changes: "user_id", closing_requests: "user_id" },
  ...{ billing_contacts: "user_id", name_requests: "user_id", name_moves: "user_id" },
};
/**
 * Tables whose rows are not of one person, and which rows count. While a test runs, nothing else changes these; payments by
 * M-PESA arrive later.
 */
const SHARED_TABLES = {
  ...{ message_parts: {}, desk_notes: {}, posts: {}, newsletter_issues: {} },
  payments: { own_number: "not.is.null" },
  desk_log: { about_kind: "eq.service" },
};
/** A run mails the notice of these forms, some seconds after the answer. */
const isToldLater = ([path, , along]: (typeof FORMS)[number]) =>
  path === "/copies/confirm" || (path === "/profile" && along?.form === "password");
const NOBODY = "00000000-0000-4000-8000-000000000000";
const workbench = workbenchOf(() => site);

// A long run sends more mails than the site may in an hour.
beforeAll(() => workbench("POST /limits", { mails: "off" }));

/** Counts what a person has caused: rows, mails to them or about them, and calls that change something at a provider. */
async function effectsOf({ email, userId = NOBODY }: Place, address: string) {
  const key: string = JSON.parse(readFileSync(`${site.dataDir}/secrets.json`, "utf8")).secretKey;
  const headers = { apikey: key, Authorization: `Bearer ${key}`, Prefer: "count=exact", Range: "0-0" };
  const mails = (await readOutbox(site)).filter(({ to, text }) => to === email || text.includes(email));
  const counts: Record<string, number> = { mails: mails.length };
  const shown: [string, Record<string, string>] = [
    "services",
    { user_id: `eq.${userId}`, secret_shown_at: "not.is.null" },
  ];
  const own = Object.entries(TABLES).map(([table, column]): [string, Record<string, string>] => [
    table,
    { [column]: `eq.${column === "email" ? email : userId}` },
  ]);
  for (const [table, filter] of [...own, shown, ...Object.entries(SHARED_TABLES)]) {
    const query = new URLSearchParams(filter);
    const reply = await httpRequest({ port: site.sandboxPort }, `/rest/v1/${table}?${query}`, { headers });
    counts[table] = Number(reply.headers["content-range"]?.split("/")[1]);
  }
  for (const service of ["dns", "registrar", "mpesa"]) {
    const { json } = await workbench("GET /calls.json", { service, for: address });
    counts[service] = json.filter(({ method }: { method: string }) => method !== "GET").length;
  }
  return counts;
}

type Sent = { path: string; headers: Record<string, string>; body: string };

/** Sends a form over a line that fails. `share`: which part of the body gets through. */
function sendCut({ path, headers, body }: Sent, cut: Cut, share: number): Promise<void> {
  return new Promise((done) => {
    const sent = request({ port: site.port, path, method: "POST", headers, agent: false });
    sent.on("error", () => done());
    sent.on("close", () => done());
    if (cut === "in the answer") sent.on("response", () => sent.destroy());
    const length = cut === "in the body" ? Math.floor(share * body.length) : body.length;
    sent.write(body.slice(0, length), () => {
      if (cut === "in the answer") sent.end();
      // The bytes are on their way; whether the site still reads them is open.
      else void setTimeout(20).then(() => sent.destroy());
    });
  });
}

/** A new person sends the form over a line that fails like this, again and again until there is an answer. */
async function submit(
  [path, fields, along = {}]: (typeof FORMS)[number],
  cuts: [Cut, number][],
  way: (typeof WAYS)[number],
) {
  const addresses = { site: `http://127.0.0.1:${site.port}`, workbench: `http://127.0.0.1:${site.sandboxPort}` };
  const place = await placeOf(path, addresses, along);
  const visitor = newVisitor(`http://127.0.0.1:${site.port}`, place.cookies);
  const values = fields.map((name) => [
    name,
    typedInto(path, name, { email: place.email, type: along.type ?? along.preset }),
  ]);
  const typed = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const { action, body } = await visitor.formOn(place.url, typed, { ...along, ...place.along });
  const before = await effectsOf(place, visitor.address);
  const target = way === "with scripts" ? action.replace(/(?=\?|$)/, ".data") : action;
  const type = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": `${body.length}` };
  const sent = { path: target, headers: { ...visitor.headers(), ...type }, body };
  for (const [cut, share] of cuts) await sendCut(sent, cut, share);
  const again = () => httpRequest(site, target, { method: "POST", headers: sent.headers, body });
  let { status, text } = await again();
  // The changes of a zone that were cut off may still be on their way, and the page asks to wait.
  while (text.includes("The last step is still under way.")) {
    await setTimeout(500);
    ({ status, text } = await again());
  }
  let after = await effectsOf(place, visitor.address);
  while (isToldLater([path, fields, along]) && after.mails === before.mails) {
    await setTimeout(500);
    after = await effectsOf(place, visitor.address);
  }
  return {
    effects: Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)])),
    status,
    text,
  };
}

/** What a page says above its form. */
const problemIn = (html: string) =>
  html
    .slice(html.indexOf("<main"))
    .replace(/<[^>]*>/g, " ")
    .slice(0, 2500);

const anyCuts = fc.array(fc.tuple(fc.constantFrom(...CUTS), fc.double({ min: 0, max: 0.999, noNaN: true })), {
  minLength: 1,
  maxLength: 3,
});

/** Returns a form in a few words, which the title of a test shows whole. */
const nameOf = ([path, , along]: (typeof FORMS)[number]) =>
  [path.replace(/\/dashboard\/domains\/[^/]+|[0-9a-f]{8}-[0-9a-f-]{27}/g, "…"), ...Object.values(along ?? {})].join(
    " ",
  );

test.each(CASES.map((form) => ({ form, what: nameOf(form) })))(
  "$what is carried out once, however the line fails",
  async ({ form, what }) => {
    const whole = await submit(form, [], "without scripts");
    const isShown = form[2]?.form === "secret";
    expect(whole.status, problemIn(whole.text)).toBe(isShown ? 200 : 303);
    if (!CHANGES_IN_PLACE.test(what)) expect(Object.values(whole.effects).some((count) => count !== 0)).toBe(true);
    await fc.assert(
      fc.asyncProperty(anyCuts, fc.constantFrom(...WAYS), async (cuts, way) => {
        const { effects, status, text } = await submit(form, cuts, way);
        expect(effects).toEqual(whole.effects);
        // A first password is shown again for ten minutes.
        expect(isShown ? [200] : [202, 303], problemIn(text)).toContain(status);
      }),
      { numRuns: process.env.LONG === "1" ? 20 : 1, seed: 20_261_128, endOnFailure: true, includeErrorInReport: true },
    );
  },
);
