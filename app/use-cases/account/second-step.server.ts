import { hkdfSync } from "node:crypto";
import { env } from "#app/env.server.ts";
import {
  beginSecondStep,
  confirmSecondStep,
  findSecondStep,
  passByRecoveryCode,
  passSecondStep,
  renewRecoveryCodes,
  type SecondStep,
} from "#app/gateways/second-steps.server.ts";
import { nowMs } from "#app/model/clock.ts";
import { failure, type Result, success, tooMany } from "#app/model/result.ts";
import { createSeal } from "#app/model/seal.server.ts";
import {
  newRecoveryCodes,
  newStepSecret,
  recoveryHashOf,
  stepCounterOf,
  stepUri,
} from "#app/model/second-step.server.ts";
import { consume, consumeAll, type LimitUse, refund } from "../limits.server.ts";

/** A key of its own: whoever can read the database cannot make codes. A new APP_SECRET switches all second steps off. */
const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "second step", 32)));
const FOR_EVER_MS = 100 * 365 * 86_400_000;

/** How long a begun step waits for its first code. */
const BEGUN_MS = 30 * 60_000;
const WRONG_CODE = "This code is wrong or was used before. Wait for the next one and type it.";
const TOO_OFTEN = "There were too many codes.";

type Session = { userId: string; sessionId: string };
/** The secret as text to type, and as the address for a QR code. */
export type StepSecret = { secret: string; uri: string };

/**
 * Begins a second step for a verified customer. Returns the secret that the authenticator app needs, the same one while it is
 * begun, so that a reload shows it again. Fails with 409 if a step is in force.
 */
export async function startSecondStep(userId: string, label: string): Promise<Result<StepSecret>> {
  const found = await findSecondStep(userId);
  if (!found.ok) return found;
  if (found.value?.confirmedAt) return failure(409, "Your second step is on.");
  const begun = isRecent(found.value) ? secretIn(found.value?.sealedSecret) : undefined;
  const secret = begun ?? newStepSecret();
  if (begun === undefined) {
    const stored = await beginSecondStep(userId, seal(secret, FOR_EVER_MS));
    if (!stored.ok) return stored;
    if (!stored.value) return failure(409, "Your second step is on.");
  }
  return success({ secret, uri: stepUri(secret, { issuer: env.brand.name ?? "Mtandao", label }) });
}

/** Puts a begun step into force if the code is right. Returns the ten printed codes, which are shown once. */
export async function confirmStep({ userId, sessionId }: Session, code: string): Promise<Result<string[]>> {
  const limit = await consume("stepsOfUser", userId);
  if (!limit.ok) return tooMany(TOO_OFTEN, limit.retryAfterSeconds);
  const found = await findSecondStep(userId);
  if (!found.ok) return found;
  const secret = found.value?.confirmedAt === null ? secretIn(found.value.sealedSecret) : undefined;
  if (secret === undefined) return failure(409, "Please begin again.");
  const counter = stepCounterOf(secret, code);
  if (counter === undefined) return failure(400, WRONG_CODE);
  const codes = newRecoveryCodes();
  const confirmed = await confirmSecondStep({ owner: userId, session: sessionId, counter, hashes: hashesOf(codes) });
  if (!confirmed.ok) return confirmed;
  return confirmed.value ? success(codes) : failure(409, "Please begin again.");
}

/** Passes the second step of a session by a code of the app or a printed one. Five tries in 15 minutes, 20 for an account. */
export async function passStep({ userId, sessionId }: Session, code: string, address?: string): Promise<Result<null>> {
  const uses: LimitUse[] = [
    ["stepsFromAddress", `${userId} ${address}`],
    ["stepsOfUser", userId],
  ];
  const limit = await consumeAll(uses);
  if (!limit.ok) return tooMany(TOO_OFTEN, limit.retryAfterSeconds);
  const result = await checkCode({ userId, sessionId }, code);
  // Only wrong codes count.
  if (result.ok) await Promise.all(uses.map((use) => refund(...use)));
  return result;
}

async function checkCode({ userId, sessionId }: Session, code: string): Promise<Result<null>> {
  const hash = recoveryHashOf(code);
  if (hash !== undefined) return passed(await passByRecoveryCode({ owner: userId, session: sessionId, code: hash }));
  const found = await findSecondStep(userId);
  if (!found.ok) return found;
  const secret = secretIn(found.value?.sealedSecret);
  if (secret === undefined) return failure(409, "Your second step was switched off. Please sign in again.");
  const counter = stepCounterOf(secret, code);
  if (counter === undefined) return failure(400, WRONG_CODE);
  return passed(await passSecondStep({ owner: userId, session: sessionId, counter }));
}

/** Replaces the printed codes and returns the new ones. */
export async function renewCodes(userId: string): Promise<Result<string[]>> {
  const codes = newRecoveryCodes();
  const renewed = await renewRecoveryCodes(userId, hashesOf(codes));
  if (!renewed.ok) return renewed;
  return renewed.value ? success(codes) : failure(409, "Your second step is off.");
}

/** Returns whether a step was begun in the last half hour; an older one begins anew with another secret. */
export function isRecent(step: SecondStep | null): boolean {
  return step !== null && nowMs() - Date.parse(step.begunAt) < BEGUN_MS;
}

function passed(result: Result<boolean>): Result<null> {
  if (!result.ok) return result;
  return result.value ? success(null) : failure(400, WRONG_CODE);
}

function secretIn(sealed: string | undefined): string | undefined {
  const secret = unseal(sealed);
  return typeof secret === "string" ? secret : undefined;
}

function hashesOf(codes: string[]): string[] {
  return codes.flatMap((code) => recoveryHashOf(code) ?? []);
}
