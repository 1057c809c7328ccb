/** The limits of mails as each form uses them, for tests that send none. */
import type { AppLoadContext } from "@remix-run/node";
import type { Answer } from "#app/model/answer.ts";
import { refusalAbove, sendWithin } from "#app/work/mail/counted-mail.server.ts";
import { dailyMails, type LinkForm, links, type MailAllowance, signUps } from "#app/work/mail/mail-allowance.server.ts";
import type { Passed } from "#app/work/person/bot-check.server.ts";

type Send<T> = () => Promise<Answer<T>>;
type Asked = { form: LinkForm; email: string; context: AppLoadContext };

const BY_TOKEN: Passed = { door: "A", token: "t", isVerified: false };
const WITHOUT: Passed = { door: "B" };

export const sendCounted = <T>(email: string, context: AppLoadContext, send: Send<T>) =>
  sendWithin(dailyMails(email), { passed: WITHOUT, address: context.address }, send);
export const sendCountedByToken = <T>(email: string, context: AppLoadContext, send: Send<T>) =>
  sendWithin(dailyMails(email), { passed: BY_TOKEN, address: context.address }, send);
export const sendSignUp = <T>(email: string, context: AppLoadContext, send: Send<T>) =>
  sendWithin(signUps(email), { passed: WITHOUT, address: context.address }, send);
export const sendLink = <T>({ form, email, context }: Asked, send: Send<T>) =>
  sendWithin(links(form, email), { passed: WITHOUT, address: context.address }, send);

export const refusalForMail = (email: string) => shown(dailyMails(email));
export const refusalForSignUp = (email: string) => shown(signUps(email));
export const refusalForLink = (form: LinkForm, email: string) => shown(links(form, email));

async function shown(allowance: MailAllowance) {
  const refused = await refusalAbove(allowance);
  if (!refused) return undefined;
  const { status, message, retryAfterSeconds } = refused;
  return { status, message, retryAfterSeconds };
}
