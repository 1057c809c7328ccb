import { z } from "zod";
import { SWITCHED_LIMITS, type SwitchedLimit, unlimited } from "#app/platform/abuse/limits.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import type { Embedded } from "../database/embedded.ts";
import { appCodeOf } from "../demo-staff.ts";
import { listCalls, SERVICE_NAMES } from "./calls.ts";
import { momentOf, moveClock, readClock, resetClock } from "./clock.ts";
import { addFault, EFFECTS, endFaults, listFaults } from "./faults.ts";
import { findMails, MAIL_KINDS } from "./mails.ts";
import { listStates, loadState, resetState, saveState } from "./state.ts";
import { deleteUser, makeUser, staffSecrets, userSchema, WorkbenchError } from "./users.ts";

type Database = Pick<Embedded, "query">;
type Context = { database: Database; signal: AbortSignal };

/** One call of the workbench's API. `summary` and `answer` go into `GET /openapi.json`. */
type Route<Input extends z.ZodObject> = {
  method: "GET" | "POST" | "DELETE";
  /** The last part may be `:id`, which is part of the input. */
  path: string;
  summary: string;
  /** The query's fields of a GET, or the JSON body. */
  input: Input;
  /** The status of a success, and an example of its JSON. */
  answer: readonly [status: number, example: unknown];
  run: (input: z.infer<Input>, context: Context) => Promise<Response> | Response;
};

const route = <Input extends z.ZodObject>(about: Route<Input>) => about as unknown as Route<z.ZodObject>;
const nothing = z.strictObject({});
const json = (body: unknown, status = 200) => Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
const empty = () => new Response(null, { status: 204 });
const refuse = (error: string, status = 400) => json({ error }, status);

const stateName = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, "lower case letters, digits, hyphens"),
});
const callFilter = z.strictObject({
  service: z.enum(SERVICE_NAMES).optional(),
  op: z.string().max(200).optional(),
  match: z.string().max(200).optional(),
  since: z.coerce.number().int().min(0).optional(),
  for: z.string().max(200).optional(),
});
const limitSchema = z.strictObject(
  Object.fromEntries(SWITCHED_LIMITS.map((name) => [name, z.enum(["on", "off"]).optional()])),
);
const STEP_S = 30;

export const ROUTES = [
  route({
    method: "POST",
    path: "/state/reset",
    summary: "Put everything back to the start: database, providers, outbox, limits, used codes, caches, faults, clock",
    input: nothing,
    answer: [200, { ms: 40, customers: 2, staff: 2, domains: 13 }],
    run: async (_input, { database }) => {
      const began = performance.now();
      const counts = await resetState(database);
      return json({ ms: Math.round(performance.now() - began), ...counts });
    },
  }),
  route({
    method: "POST",
    path: "/state/save",
    summary: "Keep the whole state under a name, until the sandbox ends",
    input: stateName,
    answer: [201, { name: "after-order" }],
    run: async ({ name }, { database }) => {
      if (name === "seed") return refuse("The state “seed” is the sandbox's own: choose another name.");
      await saveState(database, name);
      return json({ name }, 201);
    },
  }),
  route({
    method: "POST",
    path: "/state/load",
    summary: "Bring a saved state back, with its clock",
    input: stateName,
    answer: [200, { name: "after-order" }],
    run: async ({ name }, { database }) => {
      if (await loadState(database, name)) return json({ name });
      return refuse(`There is no state “${name}”. Saved: ${listStates().join(", ") || "none"}.`, 404);
    },
  }),
  route({
    method: "POST",
    path: "/users",
    summary: "Make a confirmed person, signed in, with domains, records and orders",
    input: userSchema,
    answer: [
      201,
      {
        id: "3fdba35f-04dc-8c46-a986-c92adb452571",
        email: "customer-3fdba35f@example.co.ke",
        password: "sandbox-password",
        storageState: { cookies: [], origins: [] },
        domains: [{ name: "duka-3fdba35f-1.co.ke", zoneId: "f5ca38f748a1d6eaf726b8a42fb575c3" }],
        orders: [],
      },
    ],
    run: async (wanted, { database }) => json(await makeUser(database, wanted), 201),
  }),
  route({
    method: "DELETE",
    path: "/users/:id",
    summary: "Delete a person with all their rows",
    input: z.strictObject({ id: z.uuid() }),
    answer: [204, null],
    run: async ({ id }, { database }) =>
      (await deleteUser(database, id)) ? empty() : refuse("There is no such person.", 404),
  }),
  route({
    method: "GET",
    path: "/outbox.json",
    summary:
      "The mails and messages that fit, newest first. With `wait`, in seconds, waits for the first one; 204 if none comes",
    input: z.strictObject({
      to: z.string().max(320).optional(),
      kind: z.enum(MAIL_KINDS).optional(),
      subject: z.string().max(200).optional(),
      after: z.uuid().optional(),
      wait: z.coerce.number().min(0).max(60).optional(),
    }),
    answer: [
      200,
      [
        {
          id: "b0b4a9d4-8f0e-4d5c-9a43-0e6a3e0d7a11",
          at: "2026-11-27T09:00:00.000Z",
          kind: "mail",
          to: "customer@example.co.ke",
          subject: "Confirm your e-mail address",
          text: "…",
          links: [{ text: "Confirm", href: "http://127.0.0.1:3000/auth/confirm?token_hash=…" }],
        },
      ],
    ],
    run: async (filter, { signal }) => {
      const found = await findMails(filter, signal);
      if (found === undefined) return refuse("Mails are still under way; the log says why.", 503);
      return found.length === 0 && filter.wait !== undefined ? empty() : json(found);
    },
  }),
  route({
    method: "GET",
    path: "/codes.json",
    summary: "The codes of staff's authenticator apps now. A code may be used again here",
    input: nothing,
    answer: [200, { "staff@example.co.ke": { code: "492039", until: "2026-11-27T09:00:30.000Z", secret: "JBSW…" } }],
    run: () => {
      const until = new Date((Math.floor(nowMs() / 1000 / STEP_S) + 1) * STEP_S * 1000).toISOString();
      return json(
        Object.fromEntries(
          [...staffSecrets()].map(([email, secret]) => [email, { code: appCodeOf(secret), until, secret }]),
        ),
      );
    },
  }),
  route({
    method: "GET",
    path: "/clock",
    summary: "The time of the sandbox, and how far it is ahead of its start in ms",
    input: nothing,
    answer: [200, { now: "2026-11-27T09:00:00.000Z", offset: 0 }],
    run: () => json(readClock()),
  }),
  route({
    method: "POST",
    path: "/clock",
    summary: "Move the clock forward, by at most 400 days, and do what is due at eight o'clock of each day and then",
    input: z.strictObject({
      advance: z.string().optional(),
      set: z.iso
        .datetime({ offset: true, local: false, precision: null })
        .or(z.iso.datetime({ offset: true, precision: -1 }))
        .optional(),
      reset: z.literal(true).optional(),
    }),
    answer: [200, { now: "2026-12-27T09:00:00.000Z", offset: 2_592_000_000, ran: ["reminders"], mails: 3 }],
    run: async (input, { signal }) => {
      if (Object.keys(input).length !== 1)
        return refuse("One of: advance (30d, 90m), set (an ISO date with its offset), reset.");
      if (input.reset) {
        resetClock();
        return json({ ...readClock(), ran: [], mails: 0 });
      }
      const moment = momentOf(input);
      if (moment === undefined)
        return refuse("The clock moves forward, by at most 400 days: 30d, 6h, 2027-01-01T08:00+03:00.");
      const { isSettled, ...moved } = await moveClock(moment, signal);
      return isSettled ? json(moved) : refuse("Mails are still under way; the log says why.", 503);
    },
  }),
  route({
    method: "POST",
    path: "/faults",
    summary: "Make the next calls of the site to a service fail, for all visitors or for one X-Sandbox-Address",
    input: z.strictObject({
      ...callFilter.omit({ since: true }).shape,
      service: z.enum(SERVICE_NAMES),
      effect: z.enum(EFFECTS),
      ms: z.number().int().min(0).max(600_000).optional(),
      status: z.number().int().min(400).max(599).default(500),
      times: z.number().int().min(1).max(1_000_000).default(1),
    }),
    answer: [201, { id: 1 }],
    run: ({ times, ...fault }) => json({ id: addFault({ ...fault, left: times }).id }, 201),
  }),
  route({
    method: "GET",
    path: "/faults",
    summary: "The faults, with how often each was hit",
    input: nothing,
    answer: [200, [{ id: 1, service: "dns", effect: "cut", status: 500, left: 0, hits: 1 }]],
    run: () => json(listFaults()),
  }),
  route({
    method: "DELETE",
    path: "/faults",
    summary: "End all faults",
    input: nothing,
    answer: [204, null],
    run: () => {
      endFaults();
      return empty();
    },
  }),
  route({
    method: "DELETE",
    path: "/faults/:id",
    summary: "End one fault",
    input: z.strictObject({ id: z.coerce.number().int() }),
    answer: [204, null],
    run: ({ id }) => (endFaults(id) ? empty() : refuse("There is no such fault.", 404)),
  }),
  route({
    method: "GET",
    path: "/calls.json",
    summary: "What the site asked its services, oldest first, without secrets. `since`: only calls after this id",
    input: callFilter,
    answer: [
      200,
      [
        {
          ...{
            id: 7,
            at: "2026-11-27T09:00:00.000Z",
            service: "dns",
            op: "POST /proxy/cloudflare/zones/:id/dns_records",
          },
          ...{ method: "POST", path: "/proxy/cloudflare/zones/5a0d…/dns_records", attempt: 1, requestId: "…" },
          ...{ body: { type: "A", name: "www" }, status: 200, ms: 3 },
        },
      ],
    ],
    run: (filter) => json(listCalls(filter)),
  }),
  route({
    method: "GET",
    path: "/calls/count",
    summary: "How many calls fit",
    input: callFilter,
    answer: [200, { count: 1 }],
    run: (filter) => json({ count: listCalls(filter).length }),
  }),
  route({
    method: "POST",
    path: "/limits",
    summary: "Switch limits off or on: three orders a day, mails to an address, contact messages, sign-ins",
    input: limitSchema,
    answer: [200, { orders: "off", contact: "on", mails: "on", signIn: "on" }],
    run: (wanted) => {
      for (const [name, state] of Object.entries(wanted)) {
        if (state === "off") unlimited.add(name as SwitchedLimit);
        else unlimited.delete(name as SwitchedLimit);
      }
      return json(Object.fromEntries(SWITCHED_LIMITS.map((name) => [name, unlimited.has(name) ? "off" : "on"])));
    },
  }),
];

/** Answers a call of the workbench's API; undefined if the path is not one of it. */
export async function workbenchReply(request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const found = ROUTES.flatMap((one) => {
    const id = idIn(one.path, pathname);
    return one.method === request.method && id !== undefined ? [{ one, id }] : [];
  })[0];
  if (!found) return undefined;
  const given = request.method === "GET" ? Object.fromEntries(searchParams) : await readJson(request.clone());
  if (given === undefined) return refuse("The body must be a JSON object, or empty.");
  const input = found.one.input.safeParse({ ...given, ...found.id });
  if (!input.success) return refuse(z.prettifyError(input.error));
  const database = await globalThis.embeddedDatabase;
  // Tests of single providers serve them without a database.
  if (!database && /^\/(?:state|users)/.test(pathname)) return refuse("No database is open.", 503);
  try {
    return await found.one.run(input.data, { database: database as Database, signal: request.signal });
  } catch (error) {
    if (error instanceof WorkbenchError) return refuse(error.message);
    throw error;
  }
}

/** Returns the input in a path, or undefined if the path is another one. */
function idIn(pattern: string, path: string): { id?: string } | undefined {
  if (pattern === path) return {};
  const [start, isVariable] = pattern.split(":id");
  const rest =
    isVariable !== undefined && start !== undefined && path.startsWith(start) ? path.slice(start.length) : "";
  return rest !== "" && !rest.includes("/") ? { id: rest } : undefined;
}

async function readJson(request: Request): Promise<object | undefined> {
  const text = await request.text();
  if (text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
