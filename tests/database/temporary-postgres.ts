import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";

const BIN = "/usr/lib/postgresql/15/bin";

export const hasPostgres15 = existsSync(`${BIN}/initdb`);

/** Starts a PostgreSQL 15 of its own, reachable by a socket in its own temporary folder alone. `stop` removes it all. */
export function startPostgres15() {
  const folder = mkdtempSync(path.join(tmpdir(), "mtandao-pg15-"));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const run = (program: string, ...words: string[]) =>
    execFileSync(`${BIN}/${program}`, words, { ...user, cwd: folder, stdio: "ignore" });

  const data = path.join(folder, "data");
  run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync");
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off`;
  run("pg_ctl", "-D", data, "-w", "-o", options, "-l", path.join(folder, "log"), "start");
  const connect = () => postgres({ host: folder, username: "postgres", database: "postgres", max: 1, onnotice() {} });
  const sql = connect();
  return {
    sql,
    /** Another connection; whoever asks for it ends it. */
    connect,
    async stop() {
      await sql.end();
      run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}
