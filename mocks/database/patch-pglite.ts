import type { Extension, PGlite } from "@electric-sql/pglite";

/**
 * The longest delay of a timer. With a longer one Node fires at once, and PostgreSQL would set the same timer again each
 * millisecond.
 */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type SetTimer = (which: number, ms: number) => number;
type Emscripten = {
  instantiateWasm(imports: { env: { _setitimer_js: SetTimer } }, done: unknown): unknown;
};

/**
 * An extension of PGlite that shortens timers which are too long. When the clock of the sandbox is put back by a month, a
 * timeout that was set before ends a month too late.
 */
export const shortTimers: Extension = {
  name: "short-timers",
  async setup(_database, emscriptenOpts: Emscripten) {
    const { instantiateWasm } = emscriptenOpts;
    emscriptenOpts.instantiateWasm = (imports, done) => {
      const setTimer = imports.env._setitimer_js;
      // In place: PGlite's side modules get the same object.
      imports.env._setitimer_js = Object.assign(
        (which: number, ms: number) => setTimer(which, Math.min(ms, LONGEST_TIMER_MS)),
        setTimer,
      );
      return instantiateWasm(imports, done);
    };
    return { emscriptenOpts };
  },
};

/** The user of a REST call. */
type Caller = { auth?: { role?: string; uid?: unknown; jwt?: unknown }; storage?: { operation?: string } };
/** A REST call as a database function sees it. */
type Call = { method: string; path: string; requestHeaders?: Record<string, string> };

/**
 * Halves the time of a REST call, which dominates page tests. PGlite copies its list of parsers at each statement, so this
 * removes the hundreds that nobody needs: those for arrays of table rows. Also replaces two methods of supabase-lite's
 * connection, because they set each session setting by a statement of its own.
 */
export async function speedUpLite(database: PGlite, connection: object): Promise<void> {
  const { rows } = await database.query<{ oid: number }>(
    "select list.oid from pg_type list join pg_type row on row.oid = list.typelem and row.typtype = 'c'",
  );
  const unused = new Set(rows.map(({ oid }) => String(oid)));
  const parsers = Object.fromEntries(Object.entries(database.parsers).filter(([oid]) => !unused.has(oid)));
  Object.assign(database, { parsers });

  const set = async (settings: Record<string, string>) => {
    const names = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
    await database.query(`select ${names.join(", ")}`, Object.values(settings));
  };
  Object.assign(connection, {
    applyJwtSessionContext: (_transaction: unknown, { auth = {}, storage }: Caller) =>
      set({
        role: auth.role || "anon",
        "request.jwt.claim.sub": String(auth.uid ?? ""),
        "request.jwt.claim.role": auth.role || "anon",
        "storage.operation": storage?.operation ?? "",
        ...(auth.jwt && typeof auth.jwt === "object" ? { "request.jwt.claims": JSON.stringify(auth.jwt) } : {}),
      }),
    applyRpcRequestGucs: (_transaction: unknown, { method, path, requestHeaders = {} }: Call) =>
      set({
        "response.status": "",
        "response.headers": "",
        "request.method": method,
        "request.path": path,
        "request.headers": JSON.stringify(requestHeaders),
      }),
  });
}
