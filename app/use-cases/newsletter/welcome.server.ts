import type { Delivery, Proof } from "#app/gateways/mail-worker.server.ts";
import { subscribe } from "#app/gateways/newsletter.server.ts";
import { markSubscriberSent } from "#app/gateways/newsletter-subscribers.server.ts";
import { listLatestPosts } from "#app/gateways/posts.server.ts";
import type { Subscription } from "#app/model/newsletter/subscription.ts";
import type { Result } from "#app/model/result.ts";
import { sealUnsubscribeLink } from "./unsubscribe-link.server.ts";

const POSTS = 3;

type How = { proof: Proof; key: string };

/** Has a reader taken and welcomed. Without the blog's database the mail has no posts, and is sent all the same. */
export async function welcome(
  { email, firstName, lastName }: Subscription,
  { proof, key }: How,
): Promise<Result<Delivery>> {
  const unsubscribeToken = sealUnsubscribeLink(email);
  const posts = await listLatestPosts(POSTS);
  const about = { posts: posts.ok ? posts.value : [], unsubscribeToken };
  const done = await subscribe({ email, firstName, lastName }, about, proof, key);
  // The reader is on the worker's list: that our own row does not say so is for the log.
  if (done.ok && done.value === "sent") await markSubscriberSent(email);
  return done;
}
