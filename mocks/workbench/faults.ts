import { setTimeout as wait } from "node:timers/promises";
import { type Call, type CallFilter, isMeant, type Service } from "./calls.ts";

/**
 * What happens to the calls that a fault names. `cut`: the call is carried out, and the connection closed without an answer.
 */
export const EFFECTS = ["delay", "status", "cut", "garbage", "hang"] as const;
type Effect = (typeof EFFECTS)[number];

export type Fault = CallFilter & {
  id: number;
  service: Service;
  effect: Effect;
  /** How long `delay` delays, and `hang` stays silent before the connection is closed. */
  ms?: number | undefined;
  /** For `status`: the status code of HTTP, or for a mail that of SMTP. */
  status: number;
  /** How many more calls the fault hits. */
  left: number;
  hits: number;
};

const DELAY_MS = 1000;
/** Longer than anybody waits. */
const FOR_EVER_MS = 3_600_000;

let faults: Fault[] = [];
let lastId = 0;

/** Adds a fault. Returns it with its id. */
export function addFault(fault: Omit<Fault, "id" | "hits">): Fault {
  lastId += 1;
  const added = { id: lastId, hits: 0, ...fault };
  faults.push(added);
  return added;
}

export function listFaults(): readonly Fault[] {
  return faults;
}

/** Ends a fault, or all of them. Returns false for an unknown id. */
export function endFaults(id?: number): boolean {
  const before = faults.length;
  faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
  return id === undefined || faults.length < before;
}

/** Returns the oldest fault for a call, and counts the hit; undefined for none. */
export function takeFault(call: Pick<Call, "service" | "op" | "path" | "body" | "for">): Fault | undefined {
  const fault = faults.find((one) => one.left > 0 && isMeant(call, one));
  if (!fault) return undefined;
  fault.left -= 1;
  fault.hits += 1;
  return fault;
}

/** Answers a call as its fault says. `carryOut` carries out the call and returns its normal response. */
export async function answerWith(
  fault: Fault | undefined,
  signal: AbortSignal,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  switch (fault?.effect) {
    case "hang":
      await wait(fault.ms ?? FOR_EVER_MS, undefined, { signal, ref: false }).catch(() => {});
      return Response.error();
    case "status":
      return Response.json({ message: "A fault of the workbench." }, { status: fault.status });
    case "cut":
      await carryOut();
      return Response.error();
    case "garbage":
      await carryOut();
      return new Response('{"result":', { headers: { "Content-Type": "application/json" } });
    case "delay":
      await wait(fault.ms ?? DELAY_MS, undefined, { signal }).catch(() => {});
      return carryOut();
    default:
      return carryOut();
  }
}
