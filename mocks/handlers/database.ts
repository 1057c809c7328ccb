import { HttpResponse, http } from "msw";
import { sandboxDelays } from "../faults.ts";

/** A row with an address that asks for a fault of the database itself (docs/sandbox.md). */
const ASKS_FOR = /"(unkept|late)@/;

/** The hosted Supabase project: what this process's embedded database says, once it is open (mocks/database). */
const answer = async ({ request }: { request: Request }) => {
  const database = await globalThis.embeddedDatabase;
  return database?.answer(request) ?? HttpResponse.json({ message: "No database is open." }, { status: 503 });
};

/** The same for what writes a row. */
const answerWrite = async ({ request }: { request: Request }) => {
  const [, fault] = ASKS_FOR.exec(await request.clone().text()) ?? [];
  if (fault === "unkept") return HttpResponse.json({ message: "The database failed." }, { status: 500 });
  if (fault === "late") await new Promise((done) => setTimeout(done, sandboxDelays.slowMs));
  return answer({ request });
};

export const databaseHandlers = [
  http.all("*/auth/v1/*", answer),
  http.post("*/rest/v1/*", answerWrite),
  http.all("*/rest/v1/*", answer),
];
