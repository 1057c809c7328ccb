/** Services and a fake hosting server, for tests of the service run. */
import { beforeEach } from "vitest";
import { runServices } from "#app/orders/service-run.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import type { HostingAccount, HostingProblem, HostingProvider, HostingResult } from "#app/services/hosting-account.ts";
import { database } from "./database.ts";
import { makeCustomer } from "./notification-fixtures.ts";
import { deleteServices } from "./service-fixtures.ts";

export const DOMAIN = "mboga.co.ke";
export const MINUTE = 60_000;
/** How a call goes: "lost": it is done, without an answer; "dropped": not done, without an answer; the last two end the process. */
export type Fate = "ok" | "lost" | "dropped" | "not-sent" | "killed-before" | "killed-after";
class Killed extends Error {}

/** A hosting server whose next calls go as they are told. */
export function fakeServer() {
  const accounts = new Map<string, HostingAccount>();
  const taken = new Set<string>();
  let fates: Fate[] = [];
  const calls: string[] = [];
  const no = (problem: HostingProblem): HostingResult<never> => ({ ok: false, problem, reason: "For staff only" });

  async function call<T>(name: string, work: () => HostingResult<T>): Promise<HostingResult<T>> {
    calls.push(name);
    const fate = fates.shift() ?? "ok";
    if (fate === "killed-before") throw new Killed();
    if (fate === "not-sent") return no("not-sent");
    if (fate === "dropped") return no("unknown");
    const result = work();
    if (fate === "killed-after") throw new Killed();
    return fate === "lost" ? no("unknown") : result;
  }
  const change = (name: string, username: string, work: (account: HostingAccount) => Partial<HostingAccount>) =>
    call<undefined>(name, () => {
      const account = accounts.get(username);
      if (!account) return no("missing");
      accounts.set(username, { ...account, ...work(account) });
      return { ok: true, value: undefined };
    });
  const provider: HostingProvider = {
    create: ({ username, domain, plan }) =>
      call("create", () => {
        if (taken.has(username) || accounts.has(username)) return no("exists");
        const size = { diskUsed: undefined, diskLimit: undefined, ip: "203.0.113.24" };
        accounts.set(username, { username, domain, plan, isSuspended: false, ...size });
        return { ok: true, value: undefined };
      }),
    read: (username) =>
      call("read", () => {
        const value = accounts.get(username);
        return value ? { ok: true, value } : no("missing");
      }),
    suspend: (username) => change("suspend", username, () => ({ isSuspended: true })),
    restore: (username) => change("restore", username, () => ({ isSuspended: false })),
    changePlan: (username, plan) => change("plan", username, () => ({ plan })),
    openSession: async () => no("refused"),
  };
  return {
    ...{ provider, accounts, taken, calls },
    go(...next: Fate[]) {
      fates = next;
    },
  };
}

/** The fake server, one customer, and the clock by which claims are made. Each test begins with new ones. */
export const world = { hosting: fakeServer(), customer: "", at: 0 };
beforeEach(beginWorld);

export async function beginWorld(): Promise<void> {
  await deleteServices(database);
  const customer = await makeCustomer(database, "njeri@example.co.ke");
  Object.assign(world, { hosting: fakeServer(), customer, at: nowMs() + MINUTE });
}

/** One turn of a process; it may be killed in it. */
export const turn = () =>
  runServices(world.hosting.provider, () => new Date(world.at)).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });

export async function turnAfter(ms: number): Promise<void> {
  world.at += ms;
  await turn();
}

/** Returns the subjects of all mails, oldest first. */
export const mails = async () =>
  (await database.query("select subject from mails order by created_at")).map(({ subject }) => String(subject));
