import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { outbox } from "#mocks/outbox.ts";
import { httpRequest, postForm } from "../resilience/request.ts";

type Sites = readonly [{ port: number }, { port: number }];
type Outside = { callsToRegistrar: () => number };

/** A returning visitor: without a cookie the page first checks for cookies. */
const KNOWN = { Cookie: "a=b" };
/** More than both allow together, and more than each would allow alone. */
const [MAILS, PASSWORDS, NAMES] = process.env.LONG === "1" ? [6, 14, 110] : [4, 8, 64];

/**
 * Returns how often two processes allow a visitor who uses them in turns: mails to a mailbox, wrong passwords for an account from
 * one address, and calls to the domain provider in a minute.
 */
export async function measureLimits(sites: Sites, outside: Outside, address: () => string) {
  const inTurns = (turn: number, from = address()) => ({ port: (sites[turn % 2] ?? sites[0]).port, from });

  const reader = `msomaji-${crypto.randomUUID()}@example.co.ke`;
  for (let turn = 0; turn < MAILS; turn += 1) {
    const fields = { email: reader, firstName: `Njeri ${turn}`, lastName: "", website_2: "" };
    await postForm(inTurns(turn), "/newsletter", { ...fields, stamp: makeStamp("newsletter", 10_000) });
  }

  const guesser = address();
  const tried: number[] = [];
  for (let turn = 0; turn < PASSWORDS; turn += 1) {
    const fields = { email: "second@example.co.ke", password: `wrong ${turn}`, website_2: "", cookies: "on" };
    const stamp = makeStamp("sign-in", 10_000);
    tried.push((await postForm(inTurns(turn, guesser), "/login", { ...fields, stamp }, KNOWN)).status);
  }

  const before = outside.callsToRegistrar();
  for (let turn = 0; turn < NAMES; turn += 1) await httpRequest(inTurns(turn), `/domains?q=jina-${turn}.com`);

  return {
    mails: outbox.list().filter(({ kind, to }) => kind === "mail" && to === reader).length,
    wrongPasswords: tried.filter((status) => status !== 429).length,
    callsToRegistrar: outside.callsToRegistrar() - before,
  };
}
