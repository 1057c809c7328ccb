import { toDisplayName } from "#app/domains/display-name.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";

/** How a transfer ended. `until`: the new last day (ISO 8601). */
type MovingNews = { kind: "arrived"; until: string } | { kind: "refused" };
/** A domain whose transfer ended. `since`: the day on which it began, or null. `email`, `fullName`: its customer's. */
type Moved = { id: string; name: string; since: string | null; email: string; fullName: string | null };

/** Returns the mail that tells a customer how a transfer to us ended; none if there is nobody to write to. */
export function movingMails({ id, name, since, email, fullName }: Moved, news: MovingNews, site: MailSite): Mail[] {
  if (!isMailbox(email)) return [];
  const display = toDisplayName(name);
  const domain = encodeURIComponent(name);
  const parts =
    news.kind === "arrived"
      ? [
          `${display} is with us now. You need to do nothing. It is yours until ${dateOf(dayNumber(new Date(news.until))).words}.`,
          { label: `Open ${display}`, href: `${site.origin}/dashboard/domains/${domain}` },
        ]
      : [
          `Your old provider refused to move ${display} to us. Ask them why. Often the name is locked, or the code is wrong or old.`,
          "Then send us a new code. If you paid us for the transfer, we owe you that money and pay it back.",
          { label: "Send a new code", href: `${site.origin}/dashboard/orders/new?kind=transfer&domain=${domain}` },
        ];
  const frame = {
    site,
    firstName: firstNameIn(fullName ?? ""),
    why: "You get this because you asked us to move this name.",
  };
  return [
    {
      key: `${id}-${news.kind}-${since ?? "0"}`,
      kind: "order-news",
      to: email,
      replyTo: site.brand.email,
      subject: news.kind === "arrived" ? `${display} has moved to us` : `${display} could not be moved to us`,
      ...mailBody(parts, { ...frame, isAboutMoney: false }),
      tags: [{ name: "order", value: news.kind }],
    },
  ];
}
