import type { AppLoadContext } from "@remix-run/node";
import type { Answer } from "#app/model/answer.ts";
import { giveBack, isUsedUp, lookAt, take, takeAll, type Use } from "./limits.server.ts";
import { askedEnough, noteAsked, refusalOf, type TooMany } from "./mail-quota.server.ts";
import { mailboxOf } from "./mailbox-of.server.ts";

/** The forms that have the link of an account sent again. */
export type LinkForm = "forgot" | "resend";

/**
 * Sends a link and counts it before it goes out: three an hour and six a day. No other form touches this allowance, and
 * what sends nothing cannot use recovery up: it is counted by the address alone as it was typed, because another spelling
 * is another account or none, and not by re-sending, which sends nothing to an address that is confirmed. Re-sending
 * counts both, for the whole mailbox. Whether there is an account makes no difference.
 * Source: docs/product.md, "Limits".
 */
export async function sendLink<T>(
  { form, email, context }: { form: LinkForm; email: string; context: AppLoadContext | undefined },
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const refused = refusalOf(await takeAll(allowanceOf(form, email)), askedEnough);
  if (refused) return { ok: false, ...refused };
  // Of recovery the mailbox's part asks questions only.
  if (form === "forgot") await Promise.all(allowanceOf("resend", email).map((use) => take(...use)));
  const sent = await send();
  if (sent.ok) await noteAsked(context);
  else if (!sent.isUnknown) {
    const uses = [...allowanceOf("resend", email), ...(form === "forgot" ? allowanceOf("forgot", email) : [])];
    await Promise.all(uses.map((use) => giveBack(...use)));
  }
  return sent;
}

/** How to refuse a form that asks for one link more than its allowance; undefined while it may have one. */
export async function refusalForLink(form: LinkForm, email: string): Promise<TooMany | undefined> {
  const [hour, day] = await Promise.all(allowanceOf(form, email).map(([name, whom]) => lookAt(name, whom)));
  const used = day?.ok === false ? day : hour;
  return used && refusalOf(used, askedEnough);
}

/** Whether so many links went to a mailbox, under whatever spelling, that whoever asks for one more is asked a question. */
export async function mustAnswerForLink(email: string): Promise<boolean> {
  const used = await Promise.all(allowanceOf("resend", email).map(([name, whom]) => isUsedUp(name, whom)));
  return used.includes(true);
}

function allowanceOf(form: LinkForm, email: string): Use[] {
  if (form === "forgot") {
    return [
      ["recoveriesInHour", email],
      ["recoveriesInDay", email],
    ];
  }
  const mailbox = mailboxOf(email);
  return [
    ["linksInHour", mailbox],
    ["linksInDay", mailbox],
  ];
}
