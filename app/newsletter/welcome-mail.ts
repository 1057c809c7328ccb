import type { WorkerMail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import type { Subscription } from "./subscription.ts";

type Welcome = {
  site: MailSite;
  /** Newest first, with absolute URLs. */
  posts: readonly { title: string; href: string }[];
  unsubscribeHref: string;
};

/** Returns the welcome mail of a subscriber: the newest posts, and an unsubscribe link. */
export function welcomeMail(subscriber: Subscription, { site, posts, unsubscribeHref }: Welcome): WorkerMail {
  const { name } = site.brand;
  const parts = [
    `Thank you for subscribing to the newsletter of ${name}.`,
    { label: "Read our blog", href: `${site.origin}/blog` },
    ...(posts.length > 0 ? ["Our latest posts:"] : []),
    ...posts.map(({ title, href }) => ({ label: title, href })),
  ];
  const { text, html } = mailBody(parts, {
    site,
    firstName: firstNameIn(subscriber.firstName),
    why: "You get this because you asked for it.",
    footerLink: { label: "Unsubscribe", href: unsubscribeHref },
  });
  const tags = [{ name: "newsletter", value: "welcome" }];
  return { ...subscriber, text, dynamicData: { subject: `Welcome to the newsletter of ${name}`, html, tags } };
}
