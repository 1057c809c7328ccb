import { z } from "zod";
import { SWITCHED_LIMITS, type SwitchedLimit, unlimited } from "#app/platform/abuse/limits.server.ts";
import { listCalls, SERVICE_NAMES } from "./calls.ts";
import { momentOf, moveClock, readClock, resetClock } from "./clock.ts";
import { addFault, EFFECTS, endFaults, listFaults } from "./faults.ts";
import { empty, json, nothing, refuse, route } from "./route.ts";

const callFilter = z.strictObject({
  service: z.enum(SERVICE_NAMES).optional(),
  op: z.string().max(200).optional(),
  match: z.string().max(200).optional(),
  since: z.coerce.number().int().min(0).optional(),
  for: z.ipv4().or(z.ipv6()).optional(),
});
const limitSchema = z.strictObject(
  Object.fromEntries(SWITCHED_LIMITS.map((name) => [name, z.enum(["on", "off"]).optional()])),
);

/** The clock, faults, the journal of calls, and limits. */
export const FAULT_ROUTES = [
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
      return isSettled
        ? json(moved)
        : refuse("Mails were on their way for a minute. GET /clock says how far the clock has come: call again.", 503);
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
      status: z.number().int().min(400).max(599).optional(),
      times: z.number().int().min(1).max(1_000_000).default(1),
    }),
    answer: [201, { id: 1 }],
    run: ({ times, ...fault }) => {
      if (fault.service === "mail" && fault.for !== undefined)
        return refuse("Mails are sent in the background: leave out `for`, and name the receiver by `match`.");
      const usual = fault.service === "mail" ? 451 : 500;
      return json({ id: addFault({ ...fault, status: fault.status ?? usual, left: times }).id }, 201);
    },
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
