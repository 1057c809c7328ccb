import { HttpResponse, http } from "msw";

/** The hosted Supabase project: what this process's embedded database says, once it is open (mocks/database). */
const answer = async ({ request }: { request: Request }) => {
  const database = await globalThis.embeddedDatabase;
  return database?.answer(request) ?? HttpResponse.json({ message: "No database is open." }, { status: 503 });
};

export const databaseHandlers = [http.all("*/auth/v1/*", answer), http.all("*/rest/v1/*", answer)];
