import { listLatestPosts } from "#app/blog/posts.table.server.ts";
import { sendConfirmationMail } from "#app/mail/confirmation.server.ts";
import { mailOf } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { createMailWorker, type Delivery, deliverySchema, type Proof } from "#app/mail/mail-worker.api.server.ts";
import { type BotCheckPass, TOKEN_REFUSED } from "#app/platform/abuse/bot-check.server.ts";
import { verifyToken } from "#app/platform/abuse/turnstile.api.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { env } from "#app/platform/env.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { withoutLinks } from "#app/platform/text/without-links.ts";
import {
  addSubscriber,
  confirmSubscriber,
  findSubscriberByToken,
  markSubscriberSent,
  type Subscriber,
  saveSubscriber,
  type Unsubscription,
} from "./subscribers.table.server.ts";
import type { Subscription } from "./subscription.ts";
import { sealUnsubscribeLink } from "./unsubscribe.server.ts";
import { welcomeMail } from "./welcome-mail.ts";

const FORM = "newsletter";
const NOT_SUBSCRIBED = "Failed to subscribe. Please try again.";

/**
 * Subscribes somebody to the newsletter. A person with a bot-check token is subscribed at once. A person without a token, or
 * who has unsubscribed before, first gets a mail to confirm. `key` is the idempotency key; `leaving` says whether the person
 * has unsubscribed before, undefined if the database failed. The page says the same for every address. Source:
 * docs/product/contact-and-newsletter.md, "Newsletter".
 */
export async function subscribe(
  subscriber: Subscription,
  { key, passed, leaving }: { key: string; passed: BotCheckPass; leaving: Unsubscription | undefined },
): Promise<Result<Delivery | null>> {
  if (passed.path === "widget") {
    // If the database failed, this may be somebody who has unsubscribed and must get no mail.
    if (!leaving) return failure(503, NOT_SUBSCRIBED);
    if (!leaving.hasLeft) return welcomeAtOnce(subscriber, { key, passed });
    const verified = await verifyHere(passed);
    if (!verified.ok) return verified;
  }
  const stored = await saveSubscriber(subscriber, key);
  if (!stored.ok) return stored;
  const asked = await sendConfirmationMail("newsletter", stored.value, key);
  // A mail service's message is not shown, because it is about the service's own errors.
  return asked.ok ? asked : { ...asked, message: NOT_SUBSCRIBED };
}

type WidgetPass = Extract<BotCheckPass, { path: "widget" }>;

/** Removes links from the names: the address is not confirmed, so a stranger may have typed them. */
function welcomeAtOnce(subscriber: Subscription, { key, passed }: { key: string; passed: WidgetPass }) {
  const proof = passed.isVerified ? "proven" : { token: passed.token };
  const { email, firstName, lastName } = subscriber;
  return welcome({ email, firstName: withoutLinks(firstName), lastName: withoutLinks(lastName) }, { key, proof });
}

/** Spends the token here, because the worker must not get the address of a former subscriber before they confirm. */
async function verifyHere(passed: WidgetPass): Promise<Result<null>> {
  const verdict = passed.isVerified ? "accepted" : await verifyToken(passed.token, FORM);
  if (verdict === "accepted") return success(null);
  if (verdict === "silent") return failure(503, NOT_SUBSCRIBED);
  return { ...failure(403, TOKEN_REFUSED.message), reason: "token-refused" };
}

const POSTS = 3;

/** Adds a subscriber to the list and sends the welcome mail. If the blog's posts cannot be read, the mail has none. */
async function welcome(
  { email, firstName, lastName }: Subscription,
  { proof, key }: { proof: Proof; key: string },
): Promise<Result<Delivery>> {
  const unsubscribeToken = sealUnsubscribeLink(email);
  const posts = await listLatestPosts(POSTS);
  const content = { posts: posts.ok ? posts.value : [], unsubscribeToken };
  const added = await addToList({ email, firstName, lastName }, content, proof, key);
  // The subscriber is on the worker's list; a failed update of our row is only logged.
  if (added.ok && added.value === "sent") await markSubscriberSent(email);
  return added;
}

/**
 * Confirms the subscription of the mailed link with this token. Fails with the reason "unknown-link" if the token is unknown or
 * expired. Source: docs/product/contact-and-newsletter.md, "Newsletter".
 */
export async function confirmSubscription(token: string): Promise<Result<Delivery>> {
  const found = await findSubscriberByToken(token);
  if (!found.ok) return found.status === 404 ? { ...found, reason: "unknown-link" } : found;
  const subscriber = found.value;
  // A former subscriber who confirms again makes another submission than at the first time, so `leftAt` is in the body.
  const { id, leftAt } = subscriber;
  const submission = {
    form: "newsletter-confirm",
    owner: "anonymous",
    body: { id, leftAt },
    resultSchema: deliverySchema,
  };
  return runOnce(submission, (key) => confirm(subscriber, key));
}

async function confirm(subscriber: Subscriber, key: string): Promise<Result<Delivery>> {
  if (subscriber.status === "sent") return success("sent");
  const confirmed = await confirmSubscriber(subscriber.id);
  return confirmed.ok ? welcome(subscriber, { key, proof: "proven" }) : confirmed;
}

const worker =
  env.newsletter &&
  createMailWorker({
    service: "newsletter",
    url: env.newsletter.url,
    words: { refused: "Subscription failed", silent: "Failed to subscribe. Please try again." },
    keyOf: () => env.workerKey,
  });

type Welcome = {
  /** Newest first. */
  posts: readonly { slug: string; title: string }[];
  /** Token of the unsubscribe link. */
  unsubscribeToken: string;
};

/**
 * Subscribes somebody at the newsletter's worker, which sends the welcome mail; see `createMailWorker`. If the settings name
 * no worker, the site uses its own list and sends the mail.
 */
export async function addToList(
  subscriber: Subscription,
  { posts, unsubscribeToken }: Welcome,
  proof: Proof,
  idempotencyKey: string,
): Promise<Result<Delivery>> {
  const mail = welcomeMail(subscriber, {
    site: mailSite(),
    posts: posts.map(({ slug, title }) => ({ title, href: `${env.origin}/blog/${encodeURIComponent(slug)}` })),
    unsubscribeHref: `${env.origin}/newsletter/unsubscribe?token=${unsubscribeToken}`,
  });
  if (worker) return worker(mail, proof, idempotencyKey);
  const unsubscribeUrl = `${env.origin}/newsletter/one-click?token=${unsubscribeToken}`;
  const welcome = mailOf(mail, { kind: "newsletter", key: idempotencyKey, unsubscribeUrl });
  const taken = await addSubscriber(subscriber, welcome);
  return taken.ok ? success("sent") : taken;
}
