import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";
import { OUTAGE } from "./form-result.ts";

/** A field of a posted form, as the failure page shows it again. A field without a label is hidden. */
export type PostedField = { name: string; value: string; label?: string | undefined; isLong?: boolean };

/** Returns a page that could not read some of its data: 503, with the reference of its log lines. */
export function outagePage<Shown extends object>(
  context: AppLoadContext | undefined,
  shown: Shown,
  headers?: HeadersInit,
) {
  return data({ ...shown, reference: context?.requestId }, { status: OUTAGE, ...(headers && { headers }) });
}

/** Stands for the name of a form that its page could not read. */
const UNREAD_FORM = "unread-form";

/**
 * Returns a page to throw because its data could not be read: 503, with the reference of its log lines and the form that was
 * posted. A pending flash message waits for the next page, because here it would look like the result of the form.
 */
export function outage(context: AppLoadContext | undefined) {
  if (context?.posted) context.givenBack ??= UNREAD_FORM;
  return data({ reference: context?.requestId, posted: context?.posted }, { status: OUTAGE });
}

const thrownSchema = z.object({
  data: z.object({
    message: z.string().catch("This did not work. Please try again in a minute."),
    reference: z.string().optional(),
  }),
  init: z.object({ status: z.number() }),
});

/**
 * Throws an error response as plain text. For a route that is a file: it has no error page, and the browser would show JSON.
 */
export function throwAsText(thrown: unknown): never {
  const failed = thrownSchema.safeParse(thrown).data;
  if (!failed) throw thrown;
  const { message, reference } = failed.data;
  throw textFailure(reference === undefined ? message : `${message}\nReference: ${reference}\n`, failed.init.status);
}

/** Returns a response in plain text in place of a file. */
export function textFailure(text: string, status = OUTAGE): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}

/**
 * Keeps the fields of a posted form for `outage`, before anything that may fail reads its body. Passwords are left out: no page
 * shows one again. Files are left out too, because no page can fill in a file field.
 */
export async function keepPosted(request: Request, context: AppLoadContext | undefined): Promise<void> {
  if (request.method !== "POST" || request.bodyUsed || !context || context.posted) return;
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  context.posted = [...(form ?? [])].flatMap(([name, value]) =>
    typeof value !== "string" || /password|^upload$/i.test(name) ? [] : [{ name, value, ...labelOf(name, value) }],
  );
}

/** Labels of what people type in the forms of the account and of the desk, by the field's name. Other fields are hidden. */
export const POSTED_LABELS: Record<string, string> = {
  account: "Account",
  address: "Address",
  alias: "Alias",
  alt: "What your picture shows",
  authCode: "Transfer code",
  way: "How it was sent back",
  back: "Last day goes back",
  bank: "Bank",
  body: "Text",
  category: "Category",
  cert_ends_on: "Last day of the certificate",
  choice: "Choice",
  client: "Client",
  code: "Code",
  comment: "Your note",
  confirms: "How you know that it is they",
  content: "Text",
  day: "Day",
  demourl: "Demo",
  description: "Description",
  dkim: "Key for signing",
  early: "Not paid yet",
  shared: "The name of another customer",
  email: "E-mail",
  excerpt: "Excerpt",
  fewerSeats: "Mailboxes from the next year",
  fulldescription: "Long description",
  githuburl: "Source code",
  held: "Registered",
  host: "Server of the hosting",
  ip: "IP address",
  ksh: "Shillings",
  link: "Link",
  message: "Message",
  name: "Name",
  next_on: "Next date",
  note: "Note",
  number: "Number",
  panel: "Address of the panel",
  paidAt: "Paid at",
  phone: "Phone",
  picture: "Picture",
  pin: "KRA PIN",
  reason: "Reason",
  plan: "Plan",
  receiver: "E-mail of the new owner",
  reference: "Bill number",
  seats: "Mailboxes",
  seen: "Ticked",
  slug: "Address",
  stage: "Stage",
  tags: "Tags",
  takenBy: "Taken by",
  target: "Server",
  technologies: "Technologies",
  text: "Text",
  time: "Time",
  title: "Title",
  token: "Code",
  typed: "Typed to confirm",
  until: "Last day",
  username: "Username",
  why: "Reason",
  words: "What the customer reads",
  year: "Year",
  value: "New value",
};
/** A value of several lines, or of more characters than this, gets a box of several lines. */
const LINE_CHARS = 120;
const LONG = ["body", "content", "description", "excerpt", "fulldescription", "note", "text", "words"];

/** Returns how the failure page shows a posted field; empty for a hidden one. */
export function labelOf(name: string, value: string): { label?: string; isLong?: boolean } {
  const label = POSTED_LABELS[name];
  if (label === undefined) return {};
  return { label, isLong: LONG.includes(name) || value.includes("\n") || value.length > LINE_CHARS };
}
