/** Jobs in a zone of 250 records, by its customer's pages. */
import { expect } from "vitest";
import { zones } from "#mocks/zones.ts";
import { load, post, second } from "./dns-pages.ts";

/** A zone of 250 records. */
export const BIG = "big-zone-demo.co.ke";
export const big = () => ({ domain: BIG, browser: second });
export const records = () => zones.findByName(BIG)?.records ?? [];
type Counts = Record<"waiting" | "sent" | "done" | "failed" | "unconfirmed" | "dropped", number>;
type JobData = {
  job: { state: string; title: string };
  counts: Counts;
  changes: { reason: string | null }[];
  asides: { reason: string }[];
};

/** Plans a change of the first A records. Returns the job's id and the records. */
export async function plan(
  count: number,
  fields: [string, string][] = [
    ["intent", "ttl"],
    ["ttl", "300"],
  ],
  from = records(),
) {
  const chosen = from.filter(({ type, proxied }) => type === "A" && !proxied).slice(0, count);
  expect(chosen).toHaveLength(count);
  const ids = chosen.map(({ id }): [string, string] => ["record", id]);
  const reply = await post("selection", [...fields, ...ids], big());
  expect(reply).toMatchObject({ status: 303, to: expect.stringContaining("/history/") });
  return { job: (reply.to ?? "").split("/history/")[1] ?? "", chosen };
}
export const press = (job: string, intent: string) => post("job", { intent }, { ...big(), job });
export const look = async (job: string) => {
  const { data } = await load<JobData>("job", { ...big(), job });
  if (!data) throw new Error("There is no such job.");
  return data;
};
export const ttlOf = (id: string) => records().find((record) => record.id === id)?.ttl;
