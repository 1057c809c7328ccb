import { hkdfSync } from "node:crypto";
import { consume, consumeAll, countUse, type LimitUse, peekAll, refund } from "#app/platform/abuse/limits.server.ts";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { failure, type Result, success, tooMany } from "#app/platform/result.ts";
import { newRecoveryCodes, newStepSecret, recoveryHashOf, stepCounterOf, stepUri } from "./second-step.server.ts";
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  findSecondStep,
  passByRecoveryCode,
  passSecondStep,
  recordWrongCodes,
  renewRecoveryCodes,
} from "./second-steps.table.server.ts";

/**
 * Secrets are encrypted with a key derived from APP_SECRET: nobody can make codes from the database alone. After APP_SECRET
 * has changed, only printed codes work.
 */
const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "second step", 32)));
const FOR_EVER_MS = 100 * 365 * 86_400_000;

/** How long a begun step waits for its first code. */
const BEGUN_MS = 30 * 60_000;
const WRONG_CODE = "This code is wrong or was used before. Wait for the next one and type it.";
const TOO_OFTEN = "There were too many codes.";

const NO_APP_CODES = "We cannot check codes of apps at the moment. Use a printed code, or write to us.";

/** A customer's session, which the caller has verified. */
export type StepSession = { userId: string; sessionId: string };

/** A customer's second step: off, begun with the secret that the app needs, or on since a time (ISO 8601). */
export type StepState =
  | { kind: "off" }
  | { kind: "begun"; secret: string }
  | { kind: "on"; since: string; codesLeft: number };

/** Returns the second step of a verified customer. A begun one is off after half an hour. */
export async function secondStepOf(userId: string): Promise<Result<StepState>> {
  const found = await findSecondStep(userId);
  if (!found.ok) return found;
  const step = found.value;
  if (step?.confirmedAt) return success({ kind: "on", since: step.confirmedAt, codesLeft: step.codesLeft });
  const isRecent = step !== null && nowMs() - Date.parse(step.begunAt) < BEGUN_MS;
  const secret = isRecent ? unsealStepSecret(step.sealedSecret) : undefined;
  return success(secret === undefined ? { kind: "off" } : { kind: "begun", secret });
}

/** Begins a second step unless one is begun or on. A form that is sent twice begins one step. */
export async function startSecondStep(userId: string): Promise<Result<unknown>> {
  const step = await secondStepOf(userId);
  return step.ok && step.value.kind === "off" ? beginSecondStep(userId, sealStepSecret(newStepSecret())) : step;
}

/** Returns a secret as the database stores it. */
export function sealStepSecret(secret: string): string {
  return seal(secret, FOR_EVER_MS);
}

/** Returns the text of the QR code of a secret. `label` is the account's address. */
export function stepUriOf(secret: string, label: string): string {
  return stepUri(secret, { issuer: brandFrom(env.brand).name, label });
}

/** Switches a begun step on if the code is right. Returns the ten printed codes, which are shown once. */
export async function confirmStep({ userId, sessionId }: StepSession, code: string): Promise<Result<string[]>> {
  const limit = await consume("stepsOfUser", userId);
  if (!limit.ok) return tooMany(TOO_OFTEN, limit.retryAfterSeconds);
  const step = await secondStepOf(userId);
  if (!step.ok) return step;
  if (step.value.kind !== "begun") return failure(409, "Please begin again.");
  const counter = stepCounterOf(step.value.secret, code);
  if (counter === undefined) return failure(400, WRONG_CODE);
  const codes = newRecoveryCodes();
  const confirmed = await confirmSecondStep({ owner: userId, session: sessionId, counter, hashes: hashesOf(codes) });
  if (!confirmed.ok) return confirmed;
  return confirmed.value ? success(codes) : failure(409, "Please begin again.");
}

/** How many wrong codes in a day it takes until the owner gets a mail. */
const WRONG_UNTIL_MAIL = 5;

/** Where a code comes from. `device` identifies a browser, or a session, that signed in with the second step before. */
type Origin = { device: string | undefined; address: string | undefined };

/**
 * Passes the second step of a session by a code of the app or a printed one. Limits of wrong codes: 5 in 15 minutes from a
 * device or an address; 20 in 15 minutes for the account; 100 in a day. A known device has counts of its own, so that a
 * stranger cannot lock out the owner. After the fifth wrong code of a day the owner gets a mail. Source: NIST SP 800-63B, "Rate
 * Limiting (Throttling)"; docs/product/accounts.md, "Second step".
 */
export async function passStep(
  { userId, sessionId }: StepSession,
  code: string,
  origin: Origin,
): Promise<Result<null>> {
  const { device, address } = origin;
  const whose = device === undefined ? userId : `${userId} device ${device}`;
  // Nobody guesses 80 random bits, so a printed code works whatever strangers have tried.
  const isPrinted = recoveryHashOf(code) !== undefined;
  const uses: LimitUse[] = [["stepsFromAddress", device === undefined ? `${userId} ${address}` : whose]];
  if (!isPrinted && device === undefined) uses.push(["stepsOfUser", userId]);
  const today = await peekAll(isPrinted ? [] : [["wrongStepsInDay", whose]]);
  const limit = today.ok ? await consumeAll(uses) : today;
  if (!limit.ok) return tooMany(TOO_OFTEN, limit.retryAfterSeconds);
  const result = await checkCode({ userId, sessionId }, code);
  if (result.ok || result.status !== 400) {
    // Only wrong codes count.
    await Promise.all(uses.map((use) => refund(...use)));
  } else if ((await countUse("wrongStepsInDay", whose)) === WRONG_UNTIL_MAIL) {
    await recordWrongCodes(userId);
  }
  return result;
}

async function checkCode({ userId, sessionId }: StepSession, code: string): Promise<Result<null>> {
  const hash = recoveryHashOf(code);
  if (hash !== undefined) return passed(await passByRecoveryCode({ owner: userId, session: sessionId, code: hash }));
  const found = await findSecondStep(userId);
  if (!found.ok) return found;
  if (!found.value?.confirmedAt) return failure(409, "Your second step was switched off. Please sign in again.");
  const secret = unsealStepSecret(found.value.sealedSecret);
  if (secret === undefined) return failure(409, NO_APP_CODES);
  const counter = stepCounterOf(secret, code);
  if (counter === undefined) return failure(400, WRONG_CODE);
  return passed(await passSecondStep({ owner: userId, session: sessionId, counter }));
}

/** Replaces the printed codes, if the code is right, and returns the new ones. */
export async function renewCodes(session: StepSession, code: string, origin: Origin): Promise<Result<string[]>> {
  const passed = await passStep(session, code, origin);
  if (!passed.ok) return passed;
  const codes = newRecoveryCodes();
  const renewed = await renewRecoveryCodes(session.userId, hashesOf(codes));
  if (!renewed.ok) return renewed;
  return renewed.value ? success(codes) : failure(409, "Your second step is off.");
}

/** Switches the second step off, if the code is right. */
export async function switchStepOff(session: StepSession, code: string, origin: Origin): Promise<Result<null>> {
  const passed = await passStep(session, code, origin);
  if (!passed.ok) return passed;
  const ended = await endSecondStep(session.userId);
  return ended.ok ? success(null) : ended;
}

function passed(result: Result<boolean>): Result<null> {
  if (!result.ok) return result;
  return result.value ? success(null) : failure(400, WRONG_CODE);
}

/** Returns the secret that the database stores; undefined for one that another APP_SECRET sealed. */
export function unsealStepSecret(sealed: string | undefined): string | undefined {
  const secret = unseal(sealed);
  return typeof secret === "string" ? secret : undefined;
}

function hashesOf(codes: string[]): string[] {
  return codes.flatMap((code) => recoveryHashOf(code) ?? []);
}
