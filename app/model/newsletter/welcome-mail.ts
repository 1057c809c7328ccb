import { escapeHtml } from "../html-text.ts";
import type { WorkerMail } from "../worker-mail.ts";
import type { Subscription } from "./subscription.ts";

type Welcome = {
  brandName: string;
  /** Newest first, with absolute URLs. */
  posts: readonly { title: string; href: string }[];
  unsubscribeHref: string;
};

/** Returns the welcome mail of a subscriber: the newest posts, and an unsubscribe link. */
export function welcomeMail(subscriber: Subscription, { brandName, posts, unsubscribeHref }: Welcome): WorkerMail {
  const brand = escapeHtml(brandName);
  const hello = subscriber.firstName === "" ? "Hello," : `Hello ${escapeHtml(subscriber.firstName)},`;
  const list = posts.map(({ title, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`);
  const html = [
    `<p>${hello}</p>`,
    `<p>Thank you for subscribing to the newsletter of ${brand}.</p>`,
    ...(list.length > 0 ? ["<p>Our latest posts:</p>", `<ul>${list.join("")}</ul>`] : []),
    `<p>You get this because you asked for it. <a href="${escapeHtml(unsubscribeHref)}">Unsubscribe</a></p>`,
  ];
  return {
    ...subscriber,
    dynamicData: {
      subject: `Welcome to the newsletter of ${brandName}`,
      html: html.join("\n"),
      tags: [{ name: "newsletter", value: "welcome" }],
    },
  };
}
