import { hkdfSync } from "node:crypto";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success, tooMany } from "#app/platform/result.ts";
import { DAY_MS, readTerms, STOP_MS, stopLink } from "#app/requests/ask.server.ts";
import type { NameMove } from "./move.ts";
import { doneMails, endedMails, startMails } from "./move-mail.ts";
import {
  acceptMove,
  confirmMove,
  endMove,
  findMove,
  findMoveTo,
  finishMove,
  insertMove,
  listDueMoves,
  type MoveStaff,
} from "./moves.table.server.ts";

const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "receive name", 32)));

const NO_MOVE = failure(409, "This has ended already. The page says how.");

type Giver = Pick<Account, "id" | "email" | "name">;
type Given = { giver: Giver; domain: { id: string; name: string }; toEmail: string };

/**
 * Begins to give a domain to the customer who has this address, and mails both. Nothing is looked up about the address: it
 * gets the same mail with or without an account. The caller has checked the giver's password; if staff begin it (`by`), the
 * giver confirms later. The same form sent twice is one move. Fails with 409 if a move to another address is open, or if the
 * domain is not with us. Source: docs/product/domains.md, "Giving a name to another account".
 */
export async function startMove({ giver, domain, toEmail }: Given, by?: MoveStaff): Promise<Result<null>> {
  const terms = await readTerms(giver);
  if (!terms.ok) return terms;
  const id = crypto.randomUUID();
  const { notBefore, addresses } = terms.value;
  const hasGiverAgreed = by === undefined;
  const endsAt = new Date(nowMs() + STOP_MS).toISOString();
  const move: NameMove = {
    ...{ id, name: domain.name, state: "open", fromEmail: giver.email, fromName: giver.name ?? null },
    ...{ toEmail, toName: null, hasGiverAgreed, hasReceiverAgreed: false, notBefore, endsAt },
  };
  const links = { stopHref: stopLink({ move: id }), receiveHref: receiveLink(id) };
  const mails = startMails({ move, givers: addresses, ...links }, mailSite());
  const row = { id, domainId: domain.id, userId: giver.id, toEmail, hasGiverAgreed, notBefore, endsAt };
  const stored = await insertMove(row, mails, by);
  if (!stored.ok) return stored;
  if (stored.value === "open") return failure(409, "This name is on its way to another address. Cancel that first.");
  if (stored.value === "gone") return failure(409, "This name is not with us now, so we cannot change it.");
  if (stored.value === "many")
    return tooMany("You have done this very often today. Please write to us.", DAY_MS / 1000);
  return success(null);
}

/** Returns the URL at which the receiver of a move says yes or no. */
function receiveLink(id: string): string {
  return `${env.origin}/move/${seal(id, STOP_MS)}`;
}

/**
 * Returns the path of the page of the newest open move to a customer's confirmed address. Returns null without an open move.
 */
export async function findReceiveLink({ email, isConfirmed }: Account): Promise<Result<string | null>> {
  const found = isConfirmed ? await findMoveTo(email.toLowerCase()) : success(null);
  return found.ok && found.value !== null ? success(new URL(receiveLink(found.value)).pathname) : found;
}

/** Returns the id of the move that a receiver's link is about; undefined for a link that was changed or is too old. */
export function openReceiveLink(token: string | undefined): string | undefined {
  const id = unseal(token);
  return typeof id === "string" ? id : undefined;
}

/** Stores that the giver agreed to a move that staff began for them. The caller has checked their password. */
export async function confirmAsGiver(id: string, giver: string): Promise<Result<null>> {
  const move = await requireMove(id);
  if (!move.ok) return move;
  const confirmed = await confirmMove(id, giver, doneMails(move.value, mailSite()));
  if (!confirmed.ok) return confirmed;
  return confirmed.value === "open" || confirmed.value === "done" ? success(null) : NO_MOVE;
}

/**
 * Stores that the receiver agreed, and gives them the domain if nothing is missing. Fails with 409 if their account is not
 * confirmed with exactly the address of the move, or if the move has ended.
 */
export async function acceptAsReceiver(id: string, receiver: Account): Promise<Result<"open" | "done">> {
  const move = await requireMove(id);
  if (!move.ok) return move;
  const mails = doneMails({ ...move.value, toName: receiver.name ?? null }, mailSite());
  const accepted = await acceptMove(id, receiver.id, mails);
  if (!accepted.ok) return accepted;
  const { value } = accepted;
  if (value === "other") return failure(409, `Sign in with ${move.value.toEmail} first.`);
  return value === "open" || value === "done" ? success(value) : NO_MOVE;
}

/** Who ends a move before it is done. "link": somebody who has the link of the giver's mail. */
type Ender = { giver: string } | { by: MoveStaff } | "link" | "receiver";

/** Ends an open move: the receiver refuses it, the others cancel it. Fails with 409 if it has ended, or is another giver's. */
export async function stopMove(id: string, ender: Ender): Promise<Result<null>> {
  const move = await requireMove(id);
  if (!move.ok) return move;
  const ending = ender === "receiver" ? "refused" : "cancelled";
  const whose = typeof ender === "string" ? {} : ender;
  const ended = await endMove(id, ending, endedMails(move.value, ending, mailSite()), whose);
  if (!ended.ok) return ended;
  return ended.value === ending ? success(null) : NO_MOVE;
}

async function requireMove(id: string): Promise<Result<NameMove>> {
  const found = await findMove(id);
  if (!found.ok) return found;
  return found.value === null ? NO_MOVE : success(found.value);
}

/** Does the moves whose time has come, and ends those that are older than seven days. A failed one is tried again next time. */
export async function runDueMoves(now: Date, stopped?: AbortSignal): Promise<void> {
  const due = await listDueMoves(now);
  for (const move of due.ok ? due.value : []) {
    if (stopped?.aborted) return;
    const isOver = Date.parse(move.endsAt) <= now.getTime();
    const ended = isOver
      ? await endMove(move.id, "expired", endedMails(move, "expired", mailSite()))
      : await finishMove(move.id, now, doneMails(move, mailSite()));
    if (ended.ok && ended.value !== "open") log.info({ move: move.id, state: ended.value }, "name move ended");
  }
}
