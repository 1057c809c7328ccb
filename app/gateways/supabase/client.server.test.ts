import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import settings from "#app/settings.json" with { type: "json" };
import { server } from "#mocks/node.ts";

const PROJECT = "https://project.example.co.ke";

beforeEach(() => {
  for (const { name } of settings.filter((setting) => setting.required)) {
    vi.stubEnv(name, name.endsWith("_URL") ? "https://service.example.co.ke" : `${name} of at least 32 characters`);
  }
  vi.stubEnv("PUBLIC_ORIGIN", "https://www.example.co.ke");
  vi.stubEnv("SMTP_URL", "smtps://mail.example.co.ke");
  vi.stubEnv("SUPABASE_URL", PROJECT);
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", "sb_publishable_x");
  vi.stubEnv("SUPABASE_SECRET_KEY", "sb_secret_x");
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("with a hosted project each client shows its own key, and session cookies are Secure", async () => {
  const user = { id: "u", aud: "authenticated", role: "authenticated", email: "a@example.co.ke", created_at: "" };
  const session = { access_token: "a.b.c", refresh_token: "r", token_type: "bearer", expires_in: 3600, user };
  server.use(
    http.post(`${PROJECT}/auth/v1/token`, ({ request }) =>
      request.headers.get("apikey") === "sb_publishable_x"
        ? HttpResponse.json(session)
        : HttpResponse.json({}, { status: 401 }),
    ),
    http.get(`${PROJECT}/rest/v1/submissions`, ({ request }) =>
      request.headers.get("apikey") === "sb_secret_x"
        ? HttpResponse.json([{ form: "contact" }])
        : HttpResponse.json({}, { status: 401 }),
    ),
  );
  const { createRequestClient, trustedClient } = await import("./client.server.ts");
  const setAll = vi.fn();
  const visitor = createRequestClient({ cookies: { getAll: () => [], setAll } });
  expect((await visitor.auth.signInWithPassword({ email: user.email, password: "p" })).error).toBeNull();
  const [cookies, headers] = setAll.mock.calls[0] ?? [];
  expect(cookies[0]).toMatchObject({
    name: "__Host-sb-auth-token",
    options: { httpOnly: true, secure: true, sameSite: "lax", path: "/" },
  });
  expect(headers["Cache-Control"]).toContain("no-store");

  const trusted = trustedClient();
  expect((await trusted.from("submissions").select("form")).data).toEqual([{ form: "contact" }]);
  expect(trustedClient()).toBe(trusted);
});

test("a database that answers with an error is not ready", async () => {
  server.use(http.get(`${PROJECT}/rest/v1/*`, () => new HttpResponse(null, { status: 503 })));
  const { isDatabaseReady } = await import("./ready.server.ts");
  expect(await isDatabaseReady()).toBe(false);
});
