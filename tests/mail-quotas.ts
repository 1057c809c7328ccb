/** Consumes and settles a mail quota around a `send` that the test supplies, as the forms do. */
import type { AppLoadContext } from "@remix-run/node";
import {
  consumeQuota,
  dailyMailQuota,
  type LinkForm,
  linkQuota,
  type MailQuota,
  quotaFailure,
  settleQuota,
  signUpQuota,
} from "#app/mail/mail-quota.server.ts";
import type { BotCheckPass } from "#app/platform/abuse/bot-check.server.ts";
import type { Result } from "#app/platform/result.ts";

type Send<T> = () => Promise<Result<T>>;
type Asked = { form: LinkForm; email: string; context: AppLoadContext };

/** The bot check that a form passed: by a token of the widget, or by the no-JavaScript path. */
const BY_TOKEN: BotCheckPass = { path: "widget", token: "t", isVerified: false };
const WITHOUT: BotCheckPass = { path: "no-javascript" };

/** Consumes a quota, calls `send`, and settles the quota: a mail that certainly was not sent is refunded. */
async function sendWithin<T>(
  quota: MailQuota,
  by: { passed: BotCheckPass; address: string | undefined },
  send: Send<T>,
) {
  const taken = await consumeQuota(quota);
  if (!taken.ok) return taken;
  const sent = await send();
  await settleQuota(quota, sent, by);
  return sent;
}

export const sendCounted = <T>(email: string, context: AppLoadContext, send: Send<T>) =>
  sendWithin(dailyMailQuota(email), { passed: WITHOUT, address: context.address }, send);
export const sendCountedByToken = <T>(email: string, context: AppLoadContext, send: Send<T>) =>
  sendWithin(dailyMailQuota(email), { passed: BY_TOKEN, address: context.address }, send);
export const sendSignUp = <T>(email: string, context: AppLoadContext, send: Send<T>) =>
  sendWithin(signUpQuota(email), { passed: WITHOUT, address: context.address }, send);
export const sendLink = <T>({ form, email, context }: Asked, send: Send<T>) =>
  sendWithin(linkQuota(form, email), { passed: WITHOUT, address: context.address }, send);

export const refusalForMail = (email: string) => shown(dailyMailQuota(email));
export const refusalForSignUp = (email: string) => shown(signUpQuota(email));
export const refusalForLink = (form: LinkForm, email: string) => shown(linkQuota(form, email));

async function shown(quota: MailQuota) {
  const refused = await quotaFailure(quota);
  if (!refused) return undefined;
  const { status, message, retryAfterSeconds } = refused;
  return { status, message, retryAfterSeconds };
}
