import { z } from "zod";
import { findMails, MAIL_KINDS } from "./mails.ts";
import { empty, json, nothing, refuse, route } from "./route.ts";
import { codesNow, endSessions, openSessionOf } from "./sessions.ts";
import { listStates, loadState, resetState, saveState } from "./state.ts";
import { deleteUser, makeUser, userSchema } from "./users.ts";

const stateName = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, "lower case letters, digits, hyphens"),
});

/** States, people, their mails and codes. */
export const PEOPLE_ROUTES = [
  route({
    method: "POST",
    path: "/state/reset",
    summary: "Put everything back to the start: database, providers, outbox, limits, used codes, caches, faults, clock",
    input: nothing,
    answer: [200, { ms: 40, customers: 2, staff: 3, domains: 13 }],
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
    summary: "Make a confirmed person, signed in, with domains, records, orders and services",
    input: userSchema,
    answer: [
      201,
      {
        id: "3fdba35f-04dc-8c46-a986-c92adb452571",
        email: "customer-3fdba35f@example.co.ke",
        password: "sandbox-password",
        storageState: { cookies: [], origins: [] },
        domains: [{ name: "duka-3fdba35f-1.co.ke", zoneId: "f5ca38f748a1d6eaf726b8a42fb575c3", records: [] }],
        orders: [],
        services: [
          {
            id: "6d1f2a0b-52c7-8c1e-a1f4-0e8b7d3c9a55",
            kind: "hosting",
            domain: "duka-3fdba35f-1.co.ke",
            plan: "starter",
            seats: null,
            state: "active",
            endsOn: "2027-06-15",
          },
        ],
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
    method: "POST",
    path: "/sessions",
    summary: "Sign somebody in who has the sandbox's password, through the second step too: staff@example.co.ke",
    input: z.strictObject({ email: z.email() }),
    answer: [201, { storageState: { cookies: [], origins: [] } }],
    run: async ({ email }, { database }) => json(await openSessionOf(database, email), 201),
  }),
  route({
    method: "DELETE",
    path: "/sessions/:id",
    summary: "End all sessions of a person, by address, as if they had run out",
    input: z.strictObject({ id: z.email() }),
    answer: [204, null],
    run: async ({ id }, { database }) =>
      (await endSessions(database, id)) ? empty() : refuse("Nobody has this address.", 404),
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
      text: z.string().max(320).optional(),
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
    run: async (filter, { signal, queued }) => {
      const found = await findMails(filter, signal, queued);
      if (found === undefined) return refuse("Mails are still under way; the log says why.", 503);
      return found.length === 0 && filter.wait !== undefined ? empty() : json(found);
    },
  }),
  route({
    method: "GET",
    path: "/codes.json",
    summary: "The codes of all authenticator apps now, also while one is being set up. A code may be used again here",
    input: nothing,
    answer: [200, { "staff@example.co.ke": { code: "492039", until: "2026-11-27T09:00:30.000Z", secret: "JBSW…" } }],
    run: async (_input, { database }) => json(await codesNow(database)),
  }),
];
