import { HttpResponse, http } from "msw";
import { sandboxDelays } from "../faults.ts";

/** An e-mail address with a magic word of the database (docs/sandbox.md). */
const FAULT_ADDRESS = /"(dberror|dbslow)@/;

/** Passes a call to this process's embedded database (mocks/database), which replaces the hosted Supabase project. */
const respond = async ({ request }: { request: Request }) => {
  const database = await globalThis.embeddedDatabase;
  return database?.answer(request) ?? HttpResponse.json({ message: "No database is open." }, { status: 503 });
};

/** Passes an insert to the database, unless the row has a magic word. */
const respondToWrite = async ({ request }: { request: Request }) => {
  const [, fault] = FAULT_ADDRESS.exec(await request.clone().text()) ?? [];
  if (fault === "dberror") return HttpResponse.json({ message: "The database failed." }, { status: 500 });
  if (fault === "dbslow") await new Promise((done) => setTimeout(done, sandboxDelays.slowMs));
  return respond({ request });
};

export const databaseHandlers = [
  http.all("*/auth/v1/*", respond),
  http.post("*/rest/v1/*", respondToWrite),
  http.all("*/rest/v1/*", respond),
];
