import { z } from "zod";
import type { Embedded } from "../database/embedded.ts";
import type { queuedMails } from "../sandbox-smtp.ts";

export type Database = Pick<Embedded, "query">;
type Context = { database: Database; signal: AbortSignal; queued: typeof queuedMails | undefined };

/** One call of the workbench's API. `summary` and `answer` go into `GET /openapi.json`. */
export type Route<Input extends z.ZodObject> = {
  method: "GET" | "POST" | "DELETE";
  /** The last part may be `:id`, which is part of the input. */
  path: string;
  summary: string;
  /** The query's fields of a GET, or the JSON body. */
  input: Input;
  /** The status of a success, and an example of its JSON. */
  answer: readonly [status: number, example: unknown];
  run: (input: z.infer<Input>, context: Context) => Promise<Response> | Response;
};

/** Returns a route, with its input checked against its schema before `run`. */
export const route = <Input extends z.ZodObject>(about: Route<Input>) => about as unknown as Route<z.ZodObject>;
export const nothing = z.strictObject({});
export const json = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
export const empty = () => new Response(null, { status: 204 });
export const refuse = (error: string, status = 400) => json({ error }, status);

/** An error of a tester's input, to be answered with 400. */
export class WorkbenchError extends Error {
  override name = "WorkbenchError";
}
