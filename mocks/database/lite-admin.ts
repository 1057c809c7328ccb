import { failure, obfuscate } from "./gotrue.ts";
import type { Statements } from "./migrate.ts";

type Database = Pick<Statements, "query">;

/**
 * Triggers that write the auth service's audit log, which lite does not write: sign-ups and sign-ins with the user's e-mail
 * address and name (supabase/auth, `audit_log_entry.go`).
 */
export const AUDIT_LOG = `
  create or replace function auth.note_in_audit_log() returns trigger language plpgsql as $$
  begin
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      select gen_random_uuid(), json_build_object('actor_id', id, 'actor_username', email, 'action', tg_argv[0],
        'actor_name', raw_user_meta_data ->> 'full_name', 'log_type', 'account'), now(), ''
      from auth.users where id = (to_jsonb(new) ->> tg_argv[1])::uuid;
    return null;
  end $$;
  create or replace trigger note_sign_up after insert on auth.users
    for each row execute function auth.note_in_audit_log('user_signedup', 'id');
  create or replace trigger note_login after insert on auth.sessions
    for each row execute function auth.note_in_audit_log('login', 'user_id');
`;

/**
 * Deletes an account as the auth service's admin API does: completely, or softly, so that its rows stay without personal data.
 * Requires the secret key. Returns undefined for any other call.
 */
export async function deleteUser(request: Request, database: Database, secretKey: string) {
  const [, id] = /^\/auth\/v1\/admin\/users\/([0-9a-f-]{36})$/.exec(new URL(request.url).pathname) ?? [];
  if (request.method !== "DELETE" || id === undefined) return undefined;
  if (request.headers.get("apikey") !== secretKey) return failure(403, "not_admin", "User not allowed");
  const { rows } = await database.query<{ email: string }>("select email from auth.users where id = $1", [id]);
  const [user] = rows;
  if (!user) return failure(404, "user_not_found", "User not found");
  const body: { should_soft_delete?: boolean } = await request.json().catch(() => ({}));
  const log = { actor_username: "service_role", action: "user_deleted", log_type: "team" };
  const payload = JSON.stringify({ ...log, traits: { user_id: id, user_email: user.email } });
  await database.query("insert into auth.audit_log_entries values (gen_random_uuid(), $1, now(), '')", [payload]);
  if (!body.should_soft_delete) {
    await database.query("delete from auth.users where id = $1", [id]);
    return Response.json({});
  }
  const emptied = `email = $2, encrypted_password = null, email_change = $3, confirmation_token = '', recovery_token = '',
    raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now()`;
  const hashes = [obfuscate(id, user.email), obfuscate(id, "")];
  await database.query(`update auth.users set ${emptied} where id = $1`, [id, ...hashes]);
  const provider = obfuscate(id, `email:${id}`);
  await database.query("update auth.identities set identity_data = '{}', provider_id = $2 where user_id = $1", [
    id,
    provider,
  ]);
  await database.query("delete from auth.sessions where user_id = $1", [id]);
  return Response.json({});
}
