import { z } from "zod";
import type { queuedMails } from "../sandbox-smtp.ts";
import { FAULT_ROUTES } from "./fault-routes.ts";
import { PAYMENT_ROUTES } from "./payment-routes.ts";
import { PEOPLE_ROUTES } from "./people-routes.ts";
import { type Database, refuse, WorkbenchError } from "./route.ts";

/** The whole API (docs/testing.md). */
export const ROUTES = [...PEOPLE_ROUTES, ...PAYMENT_ROUTES, ...FAULT_ROUTES];

/** Answers a call of the workbench's API; undefined if the path is not one of it. */
export async function workbenchReply(request: Request, queued?: typeof queuedMails): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const found = ROUTES.flatMap((one) => {
    const id = idIn(one.path, pathname);
    return one.method === request.method && id !== undefined ? [{ one, id }] : [];
  })[0];
  if (!found) return undefined;
  const given = request.method === "GET" ? Object.fromEntries(searchParams) : await readJson(request.clone());
  if (given === undefined) return refuse("The body must be a JSON object, or empty.");
  const input = found.one.input.safeParse({ ...given, ...found.id });
  if (!input.success) return refuse(z.prettifyError(input.error));
  const database = await globalThis.embeddedDatabase;
  // Tests of single providers serve them without a database.
  if (!database && /^\/(?:state|users|sessions|codes)/.test(pathname)) return refuse("No database is open.", 503);
  try {
    return await found.one.run(input.data, { database: database as Database, signal: request.signal, queued });
  } catch (error) {
    if (error instanceof WorkbenchError) return refuse(error.message);
    throw error;
  }
}

/** Returns the input in a path, or undefined if the path is another one. */
function idIn(pattern: string, path: string): { id?: string } | undefined {
  if (pattern === path) return {};
  const [start, isVariable] = pattern.split(":id");
  const rest =
    isVariable !== undefined && start !== undefined && path.startsWith(start) ? path.slice(start.length) : "";
  return rest !== "" && !rest.includes("/") ? { id: decode(rest) } : undefined;
}

/** An address in a path may be encoded: customer%40example.co.ke. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readJson(request: Request): Promise<object | undefined> {
  const text = await request.text();
  if (text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
