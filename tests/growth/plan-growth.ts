/** Rows that a step of a plan may read and drop, or sort. A page has fifty. */
const MOST_ROWS = 110;

/** A step of a plan, as PostgreSQL writes it. */
export type Step = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Step[];
};

/** Returns what grows with the agency in a plan, in words. `taken`: how many rows a step above took and then stopped. */
export function growth(step: Step, taken?: number): string[] {
  const { "Node Type": type, "Relation Name": table, "Index Name": index, Plans: below = [] } = step;
  const loops = step["Actual Loops"];
  const removed = (step["Rows Removed by Filter"] ?? 0) * loops;
  const read = step["Actual Rows"] * loops;
  const found = [];
  // Issues of the newsletter are as many as months.
  if (type === "Seq Scan" && loops > 0 && table !== "newsletter_issues") found.push(`reads all of ${table}`);
  if (removed > MOST_ROWS) found.push(`drops ${removed} rows of ${table ?? type}`);
  // A count takes each row that it reads. A page takes few: what is read beside them was read to no purpose.
  const isWhole = type.startsWith("Index") && step["Index Cond"] === undefined;
  if (isWhole && read > MOST_ROWS + (taken ?? 0)) found.push(`reads all of ${index}`);
  const sorted = below[0] ? below[0]["Actual Rows"] * below[0]["Actual Loops"] : 0;
  if (type === "Sort" && taken !== undefined && sorted > MOST_ROWS) found.push(`sorts ${sorted} rows`);
  return [...found, ...below.flatMap((one) => growth(one, type === "Limit" ? read : taken))];
}

/** Collects the plans of a connection's statements, also of those inside functions. `settings`: statements that begin it. */
export function planListener() {
  const taken: Step[] = [];
  return {
    taken,
    onnotice({ message = "" }: { message?: string }) {
      const json = /plan:\s*(\{[\s\S]*\})\s*$/.exec(message)?.[1];
      if (json) taken.push(JSON.parse(json).Plan);
    },
    settings: `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_analyze = on; set auto_explain.log_format = json; set client_min_messages = log`,
  };
}
