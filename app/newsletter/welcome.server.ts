import { mailSite } from "#app/mail/mail-site.server.ts";
import { createMailWorker, type Delivery, type Proof } from "#app/mail/mail-worker.api.server.ts";
import { mailOf } from "#app/mail/worker-mail.ts";
import { env } from "#app/platform/env.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { addSubscriber } from "./subscribers.table.server.ts";
import type { Subscription } from "./subscription.ts";
import { welcomeMail } from "./welcome-mail.ts";

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
 * Subscribes a reader at the newsletter's worker, which welcomes them; see `createMailWorker`. Without a worker the
 * site's own list and mail are used.
 */
export async function subscribe(
  reader: Subscription,
  { posts, unsubscribeToken }: Welcome,
  proof: Proof,
  idempotencyKey: string,
): Promise<Result<Delivery>> {
  const mail = welcomeMail(reader, {
    site: mailSite(),
    posts: posts.map(({ slug, title }) => ({ title, href: `${env.origin}/blog/${encodeURIComponent(slug)}` })),
    unsubscribeHref: `${env.origin}/newsletter/unsubscribe?token=${unsubscribeToken}`,
  });
  if (worker) return worker(mail, proof, idempotencyKey);
  const unsubscribeUrl = `${env.origin}/newsletter/one-click?token=${unsubscribeToken}`;
  const welcome = mailOf(mail, { kind: "newsletter", key: idempotencyKey, unsubscribeUrl });
  const taken = await addSubscriber(reader, welcome);
  return taken.ok ? success("sent") : taken;
}
