import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { outbox } from "#mocks/outbox.ts";
import { httpRequest, postForm } from "../resilience/request.ts";

type Sites = readonly [{ port: number }, { port: number }];
type Registrar = { callsToRegistrar: () => number };

/** Without a cookie the sign-in page first checks that the browser keeps cookies. */
const WITH_COOKIE = { Cookie: "a=b" };
/**
 * How often each limit is tried. With LONG=1 that is more than two processes with separate limits would allow; otherwise it is
 * more than the shared limit allows.
 */
const [MAILS, PASSWORDS, NAMES] = process.env.LONG === "1" ? [6, 14, 130] : [4, 8, 64];

/**
 * Uses two processes in turns. Returns how many mails to a mailbox, wrong passwords from one IP address, and calls to the
 * registrar in a minute they allow.
 */
export async function measureLimits(sites: Sites, external: Registrar, address: () => string) {
  const inTurns = (turn: number, from = address()) => ({ port: (sites[turn % 2] ?? sites[0]).port, from });

  const subscriber = `msomaji-${crypto.randomUUID()}@example.co.ke`;
  for (let turn = 0; turn < MAILS; turn += 1) {
    const fields = { email: subscriber, firstName: `Njeri ${turn}`, lastName: "", website_2: "" };
    await postForm(inTurns(turn), "/newsletter", { ...fields, stamp: makeStamp("newsletter", 10_000) });
  }

  const attacker = address();
  const statuses: number[] = [];
  for (let turn = 0; turn < PASSWORDS; turn += 1) {
    const fields = { email: "second@example.co.ke", password: `wrong ${turn}`, website_2: "", cookies: "on" };
    const stamp = makeStamp("sign-in", 10_000);
    statuses.push((await postForm(inTurns(turn, attacker), "/login", { ...fields, stamp }, WITH_COOKIE)).status);
  }

  const before = external.callsToRegistrar();
  for (let turn = 0; turn < NAMES; turn += 1) await httpRequest(inTurns(turn), `/domains?q=jina-${turn}.com`);

  return {
    mails: outbox.list().filter(({ kind, to }) => kind === "mail" && to === subscriber).length,
    wrongPasswords: statuses.filter((status) => status !== 429).length,
    callsToRegistrar: external.callsToRegistrar() - before,
  };
}
