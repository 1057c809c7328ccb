import type { AppLoadContext } from "@remix-run/node";
import { HttpResponse, http } from "msw";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { FormReply } from "#app/model/form-reply.ts";
import { sealChallenge } from "#app/use-cases/bot-protection/challenge.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { openMemory } from "../../../tests/integration/open-memory.ts";
import { action, loader } from "./page.tsx";

let close: () => Promise<void>;
let query: Awaited<ReturnType<typeof openMemory>>["database"]["query"];
beforeAll(async () => {
  const { database } = await openMemory();
  ({ close, query } = database);
});
afterAll(() => close());
afterEach(resetMocks);

const FILLED = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", website_2: "" };
let visitors = 0;

async function post(fields: Record<string, string | string[]>, address = `198.51.100.${visitors++}`) {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const request = new Request("http://127.0.0.1:3000/contact", { method: "POST", body });
  const context: AppLoadContext = { address };
  const reply = await action({ request, context, params: {} });
  if (reply instanceof Response) return { status: reply.status, headers: reply.headers, context };
  return {
    status: reply.init?.status,
    headers: new Headers(reply.init?.headers),
    data: reply.data as FormReply,
    context,
  };
}

it("sends a message and redirects with a flash message that is shown once", async () => {
  const reply = await post({ ...FILLED, domain: "https://www.Mamanjeri.co.ke/" });
  expect(reply.status).toBe(303);
  expect(reply.headers.get("Location")).toBe("/contact");
  expect(reply.headers.get("Set-Cookie")).toMatch(/^flash=.*HttpOnly.*SameSite=Lax/);
  expect(outbox.list()).toHaveLength(1);
  expect(JSON.stringify(outbox.list())).toContain("mamanjeri.co.ke");
});

it.each(["name", "email", "subject", "message"])(
  "requires %s, shows the problem at its field and keeps the other input",
  async (field) => {
    const { status, data, context } = await post({ ...FILLED, [field]: "  " });
    expect(status).toBe(400);
    expect(data?.form).toBe("contact");
    expect(data?.title).toBe("Please fill out all required fields.");
    expect(data?.result.error).toEqual({ [field]: [expect.stringMatching(/^Please enter /)] });
    expect(data?.result.initialValue).toMatchObject(field === "name" ? { email: FILLED.email } : { name: FILLED.name });
    expect(context.isRefused).toBe(true);
    expect(outbox.list()).toEqual([]);
  },
);

it.each(["njeri", "njeri@", "@example.co.ke", "njeri@example", "nj eri@example.co.ke"])(
  "rejects the e-mail address %j",
  async (email) => {
    const { data } = await post({ ...FILLED, email });
    expect(data?.result.error).toEqual({ email: ["Please enter a valid email address."] });
  },
);

it.each([
  ["NUL", { message: "a\0b" }, "message"],
  ["a field that is sent twice", { subject: ["one", "two"] }, "subject"],
  ["10,000 characters", { message: "a".repeat(10_000) }, "message"],
  ["no name in the domain field", { domain: "-" }, "domain"],
])("shows the problem of %s at its field", async (_what, fields, field) => {
  const { status, data } = await post({ ...FILLED, ...fields });
  expect(status).toBe(400);
  expect(Object.keys(data?.result.error ?? {})).toEqual([field]);
});

const KEPT = " Your message is kept meanwhile, and we try again, too: it arrives once, however often you send it.";

it.each([
  ["fail@example.co.ke", 503, "The mail server is not answering.", KEPT],
  ["refuse@example.co.ke", 400, "We cannot take messages from this address.", ""],
])("shows the message of the service for %s and keeps the input", async (email, refused, words, kept) => {
  const { status, data } = await post({ ...FILLED, email });
  expect(status).toBe(refused);
  expect(data?.title).toBe("Failed to send message");
  const [said] = data?.result.error?.[""] ?? [];
  expect(said).toBe(`${words} Please try again later or contact us directly via email.${kept}`);
  expect(data?.toast).toEqual({
    title: "Failed to send message",
    text: "Please try again later or contact us directly via email.",
  });
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
  for (const trap of [{ website_2: "https://spam.example" }, { website_2: [] }]) {
    const { status, data } = await post({ ...typed, ...trap });
    expect(status).toBe(400);
    expect(data?.question?.text).toMatch(/\?$/);
  }
  expect(outbox.list()).toEqual([]);
  const trapped = { ...typed, website_2: "x" };
  const wrong = { question: sealChallenge("capital", "contact"), answer: "Mombasa" };
  const asked = (await post({ ...trapped, ...wrong })).data?.question;
  expect(asked).toMatchObject({
    text: "What is the capital of Kenya?",
    message: expect.stringContaining("not the right answer"),
  });
  const right = { ...trapped, question: asked?.id ?? "", answer: " nairobi. " };
  const presses = await Promise.all([post(right), post(right)]);
  expect(presses.map(({ status }) => status)).toEqual([303, 303]);
  expect(outbox.list()).toHaveLength(1);
  // A challenge is good for one message, in the form that asked it.
  expect((await post({ ...right, message: "Another one" })).data?.question?.id).not.toBe(asked?.id);
  const another = { question: sealChallenge("capital", "sign-in"), answer: "Nairobi" };
  for (const made of [another, { ...another, question: "capital" }, { ...another, question: `${asked?.id}=` }]) {
    expect((await post({ ...trapped, message: "Another one", ...made })).status).toBe(400);
  }
});

it("limits one e-mail address to five messages an hour, and limits no other address", async () => {
  const from = { ...FILLED, email: "busy@example.co.ke" };
  for (let i = 0; i < 5; i++) expect((await post({ ...from, message: `Message ${i}` })).status).toBe(303);
  const sixth = await post({ ...from, message: "Message 6" });
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(sixth.data?.result.initialValue).toMatchObject({ message: "Message 6" });
  expect((await post({ ...FILLED, email: "other@example.co.ke" })).status).toBe(303);
});

it("replies to both presses of a message above the limit alike", async () => {
  const from = { ...FILLED, email: "twice@example.co.ke" };
  for (let i = 0; i < 5; i++) await post({ ...from, message: `Message ${i}` });
  const both = await Promise.all([post(from), post(from)]);
  expect(both.map(({ status }) => status)).toEqual([429, 429]);
  for (const { headers } of both) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
});

it("treats a service failure with the text of the rate limit as a failure", async () => {
  const error =
    "You have sent several messages. Please wait a while, or write to us by e-mail. What you typed is still here.";
  server.use(http.post("*/contact", () => HttpResponse.json({ error }, { status: 500 })));
  const refused = await post({ ...FILLED, email: "echo@example.co.ke" });
  expect([refused.status, refused.data?.title]).toEqual([503, "Failed to send message"]);
});

it("limits one IP address to 20 messages an hour", async () => {
  const replies = [];
  for (let i = 0; i < 21; i++) replies.push(await post({ ...FILLED, email: `n${i}@example.co.ke` }, "203.0.113.5"));
  expect(replies.map((reply) => reply.status)).toEqual([...Array(20).fill(303), 429]);
});

it.each([
  [
    "?domain=mamanjeri.co.ke",
    {
      subject: "Domain enquiry: mamanjeri.co.ke",
      domain: "mamanjeri.co.ke",
      message: "Hello, I am interested in the domain mamanjeri.co.ke.",
    },
  ],
  [
    "?plan=starter",
    {
      subject: "Hosting enquiry: Starter",
      domain: "",
      message: "Hello, I am interested in the Starter hosting plan.",
    },
  ],
  ["?domain=%3Cscript%3E", { subject: "", domain: "", message: "" }],
  ["?plan=gold", { subject: "", domain: "", message: "" }],
])("prefills the form for %j in a page that no cache stores", async (search, prefill) => {
  const request = new Request(`http://127.0.0.1:3000/contact${search}`);
  const reply = loader({ request, context: {}, params: {} });
  expect(reply.data.prefill).toEqual(prefill);
  expect(new Headers(reply.init?.headers).get("Cache-Control")).toBe("private, no-cache");
});

it.each(["", "?utm_source=x"])("prefills nothing for %j in a cacheable page", async (search) => {
  const request = new Request(`http://127.0.0.1:3000/contact${search}`);
  const reply = loader({ request, context: {}, params: {} });
  expect(reply.data.prefill).toEqual({ subject: "", domain: "", message: "" });
  expect(new Headers(reply.init?.headers).has("Cache-Control")).toBe(false);
});

it.each([
  ["taken", "njeri-kept@example.co.ke", true],
  ["refused", "refuse@example.co.ke", false],
])("stores a message that its service has %s, and whether it was delivered", async (_what, email, isHandedOn) => {
  await post({ ...FILLED, email });
  await post({ ...FILLED, email });
  const kept = await query("select name, message, handed_on_at from messages where email = $1", [email]);
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
  server.use(http.post("*/rpc/keep_message", () => HttpResponse.json({}, { status: 500 })));
  const { status, data } = await post({ ...FILLED, email: "fail@example.co.ke", message: "Neither" });
  expect([status, JSON.stringify(data).includes("kept")]).toEqual([503, false]);
});

it("delivers a message that could not be stored", async () => {
  server.use(http.post("*/rpc/keep_message", () => HttpResponse.json({}, { status: 500 })));
  expect((await post({ ...FILLED, email: "not-kept@example.co.ke" })).status).toBe(303);
  expect(outbox.list()).toHaveLength(1);
});
