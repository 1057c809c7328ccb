import { HttpResponse, http } from "msw";
import { afterEach, expect, it } from "vitest";
import { sealChallenge } from "#app/platform/abuse/form-proofs.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { newBrowser, submit } from "../../../tests/integration/browser.ts";
import { database } from "../../../tests/integration/database.ts";
import { action, loader } from "./page.tsx";

afterEach(resetMocks);

const FILLED = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", website_2: "" };
type Fields = Parameters<typeof submit>[2];
const post = (fields: Fields, address?: string) => submit(action, "/contact", fields, newBrowser(address));

it("sends a message and redirects with a flash message that is shown once", async () => {
  const reply = await post({ ...FILLED, domain: "https://www.Mamanjeri.co.ke/" });
  expect([reply.status, reply.to]).toEqual([303, expect.stringMatching(/^\/contact\?sent=[\w-]+$/)]);
  expect(reply.headers.get("Set-Cookie")).toMatch(/^flash=.*HttpOnly.*SameSite=Lax/);
  expect(outbox.list()).toHaveLength(1);
  expect(JSON.stringify(outbox.list())).toContain("mamanjeri.co.ke");
});

it("requires four fields, shows the problem at each, and keeps the other input", async () => {
  const empty = { name: "  ", email: "", subject: " ", message: "" };
  const { status, data, context } = await post({ ...FILLED, ...empty, domain: "duka.co.ke" });
  expect([status, data?.form, data?.title]).toEqual([400, "contact", "Please fill out all required fields."]);
  const messages = Object.keys(empty).map((field) => [field, [expect.stringMatching(/^Please enter /)]]);
  expect(data?.result.error).toEqual(Object.fromEntries(messages));
  expect(data?.result.initialValue).toMatchObject({ domain: "duka.co.ke" });
  expect(context.isRefused).toBe(true);
  expect(outbox.list()).toEqual([]);
});

/** Follows the message of a failure after which the site itself tries again. */
const KEPT = " Your message is kept meanwhile, and we try again, too: it arrives once, however often you send it.";

it.each([
  ["fail@example.co.ke", 503, "The mail server is not answering.", KEPT],
  ["refuse@example.co.ke", 400, "We cannot take messages from this address.", ""],
])("shows the message of the service for %s and keeps the input", async (email, refused, words, kept) => {
  const { status, data } = await post({ ...FILLED, email });
  const toast = { title: "Failed to send message", text: "Please try again later or contact us directly via email." };
  expect([status, data?.title, data?.toast]).toEqual([refused, toast.title, toast]);
  expect(data?.result.error?.[""]).toEqual([`${words} ${toast.text}${kept}`]);
  expect(data?.result.initialValue).toMatchObject({ name: FILLED.name, email, message: FILLED.message });
});

it("sends the same message once, in repeated and parallel requests", async () => {
  const replies = await Promise.all([post(FILLED), post(FILLED), post(FILLED)]);
  replies.push(await post({ ...FILLED, name: " Njeri " }));
  expect(replies.map((reply) => reply.status)).toEqual([303, 303, 303, 303]);
  expect(outbox.list()).toHaveLength(1);
});

it("asks a challenge when the honeypot is filled or missing, and sends the message after the right response", async () => {
  const typed = { ...FILLED, email: "autofilled@example.co.ke" };
  for (const website_2 of ["https://spam.example", undefined]) {
    const { status, data } = await post({ ...typed, website_2 });
    expect([status, data?.challenge?.text]).toEqual([400, expect.stringMatching(/\?$/)]);
  }
  expect(outbox.list()).toEqual([]);
  const trapped = { ...typed, website_2: "x" };
  const wrong = { challenge: sealChallenge("capital", "contact"), answer: "Mombasa" };
  const asked = (await post({ ...trapped, ...wrong })).data?.challenge;
  expect(asked).toMatchObject({
    text: "What is the capital of Kenya?",
    message: expect.stringContaining("not the right answer"),
  });
  const right = { ...trapped, challenge: asked?.id ?? "", answer: " nairobi. " };
  const presses = await Promise.all([post(right), post(right)]);
  expect(presses.map(({ status }) => status)).toEqual([303, 303]);
  expect(outbox.list()).toHaveLength(1);
  // A challenge is good for one message, in the form that asked it.
  expect((await post({ ...right, message: "Another one" })).data?.challenge?.id).not.toBe(asked?.id);
  const another = { challenge: sealChallenge("capital", "sign-in"), answer: "Nairobi" };
  for (const made of [another, { ...another, challenge: "capital" }, { ...another, challenge: `${asked?.id}=` }]) {
    expect((await post({ ...trapped, message: "Another one", ...made })).status).toBe(400);
  }
});

it("limits one e-mail address to five messages an hour, also for two presses at once, and limits no other address", async () => {
  const from = { ...FILLED, email: "busy@example.co.ke" };
  for (let i = 0; i < 5; i++) expect((await post({ ...from, message: `Message ${i}` })).status).toBe(303);
  const press = () => post({ ...from, message: "Message 6" });
  for (const { status, headers, data } of await Promise.all([press(), press()])) {
    expect([status, data?.result.initialValue]).toMatchObject([429, { message: "Message 6" }]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect((await post({ ...FILLED, email: "other@example.co.ke" })).status).toBe(303);
});

it("limits one IP address to 20 messages an hour", async () => {
  const statuses = [];
  for (let i = 0; i < 21; i++)
    statuses.push((await post({ ...FILLED, email: `n${i}@example.co.ke` }, "203.0.113.5")).status);
  expect(statuses).toEqual([...Array(20).fill(303), 429]);
});

it.each([
  ["?domain=mamanjeri.co.ke", "Domain enquiry: mamanjeri.co.ke", "private, no-cache"],
  ["?plan=starter", "Hosting enquiry: Starter", "private, no-cache"],
  ["?domain=%3Cscript%3E", "", "private, no-cache"],
  ["?plan=gold", "", "private, no-cache"],
  ["?utm_source=x", "", null],
  ["", "", null],
])("prefills the form for %j with the subject %j, and caches only a page without input", (search, subject, cache) => {
  const { data, init } = loader(newBrowser().requestArgs(`/contact${search}`));
  expect([data.prefill.subject, new Headers(init?.headers).get("Cache-Control")]).toEqual([subject, cache]);
});

it.each([
  ["taken", "njeri-kept@example.co.ke", true],
  ["refused", "refuse@example.co.ke", false],
])("stores a message that its service has %s, and whether it was delivered", async (_what, email, isHandedOn) => {
  await post({ ...FILLED, email });
  await post({ ...FILLED, email });
  const kept = await database.query("select name, message, handed_on_at from messages where email = $1", [email]);
  expect(kept.map(({ handed_on_at, ...row }) => [row, handed_on_at !== null])).toEqual([
    [{ name: "Njeri", message: "Habari" }, isHandedOn],
  ]);
});

it("says that a message is stored when the response was lost, and delivers it once when it is sent again", async () => {
  const typed = { ...FILLED, email: "lost-answer@example.co.ke" };
  server.use(
    http.post("*/contact", async ({ request }) => {
      server.resetHandlers();
      await fetch(request);
      return HttpResponse.error();
    }),
  );
  const lost = await post(typed);
  expect([lost.status, lost.data?.title]).toEqual([503, "We could not confirm it"]);
  expect(lost.data?.result.error?.[""]?.[0]).toContain("It is kept, and we try again until we know");
  expect((await post(typed)).status).toBe(303);
  expect(outbox.list()).toHaveLength(1);
});

it("reports a failure when a message could be neither delivered nor stored", async () => {
  server.use(http.post("*/rpc/store_message", () => HttpResponse.json({}, { status: 500 })));
  const { status, data } = await post({ ...FILLED, email: "fail@example.co.ke", message: "Neither" });
  expect([status, JSON.stringify(data).includes("kept")]).toEqual([503, false]);
});

it("delivers a message that could not be stored", async () => {
  server.use(http.post("*/rpc/store_message", () => HttpResponse.json({}, { status: 500 })));
  expect((await post({ ...FILLED, email: "not-kept@example.co.ke" })).status).toBe(303);
  expect(outbox.list()).toHaveLength(1);
});

const broken = () => HttpResponse.json({}, { status: 500 });

it.each([
  ["the contact service and the database fail", "fail", () => server.use(http.post("*/rpc/store_message", broken))],
  ["the contact service rejects it", "refuse", () => {}],
])("does not count a message if %s", async (_what, word, breakIt) => {
  const address = `203.0.113.${word.length}`;
  const email = `${word}@example.co.ke`;
  for (let i = 0; i < 21; i++) {
    breakIt();
    expect((await post({ ...FILLED, email, message: `Press ${i}` }, address)).status).not.toBe(429);
  }
  resetMocks();
  expect((await post({ ...FILLED, email: `after-${word}@example.co.ke` }, address)).status).toBe(303);
});

it("counts a queued message once, however often it is sent again", async () => {
  const from = { ...FILLED, email: "fail@often.example.co.ke" };
  for (let i = 0; i < 8; i++) expect((await post(from)).status).toBe(503);
  for (let i = 0; i < 4; i++) expect((await post({ ...from, message: `Message ${i}` })).status).toBe(503);
  expect((await post({ ...from, message: "Message 5" })).status).toBe(429);
  // The one that has counted may still be sent again.
  expect((await post(from)).status).toBe(503);
});
