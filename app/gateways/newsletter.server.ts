import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import type { Subscription } from "#app/model/newsletter/subscription.ts";
import { welcomeMail } from "#app/model/newsletter/welcome-mail.ts";
import { createMailWorker, type Proof } from "./mail-worker.server.ts";

const send = createMailWorker({
  service: "newsletter",
  url: env.newsletter.url,
  words: { refused: "Subscription failed", silent: "Failed to subscribe. Please try again." },
  keyOf: () => env.workerKey,
});

type Welcome = {
  /** Newest first. */
  posts: readonly { slug: string; title: string }[];
  /** What the link to leave carries. */
  unsubscribeToken: string;
};

/** Has the newsletter's worker take a reader and welcome them; see createMailWorker. */
export function subscribe(
  reader: Subscription,
  { posts, unsubscribeToken }: Welcome,
  proof: Proof,
  idempotencyKey: string,
) {
  const mail = welcomeMail(reader, {
    brandName: brandFrom(env.brand).name,
    posts: posts.map(({ slug, title }) => ({ title, href: `${env.origin}/blog/${encodeURIComponent(slug)}` })),
    unsubscribeHref: `${env.origin}/newsletter/unsubscribe?token=${unsubscribeToken}`,
  });
  return send(mail, proof, idempotencyKey);
}
