import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import settings from "#app/settings.json" with { type: "json" };
import { server } from "#mocks/node.ts";
import { forwardClientAddress } from "./client.server.ts";

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

test("sends each client's own key to a hosted project, and sets Secure session cookies", async () => {
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

const SIGN_IN = "https://project.example/auth/v1/token?grant_type=password";
const keys = { publishableKey: "public", secretKey: "secret" };
const sent = async (address: string | undefined, { url = SIGN_IN, bearer = "customer" } = {}) => {
  let headers = new Headers();
  const inner: typeof fetch = async (_input, init) => {
    headers = new Headers(init?.headers);
    return new Response();
  };
  const init = { method: "POST", headers: { apikey: "public", Authorization: `Bearer ${bearer}` } };
  await forwardClientAddress(inner, keys, address)(url, init);
  return [headers.get("apikey"), headers.get("Sb-Forwarded-For"), headers.get("Authorization")];
};

test("sends the visitor's address with the secret key and keeps the caller's session", async () => {
  expect(await sent("198.51.100.7")).toEqual(["secret", "198.51.100.7", "Bearer customer"]);
  expect(await sent("2001:db8:1:2::/64")).toEqual(["secret", "2001:db8:1:2::", "Bearer customer"]);
});

test("does not send the publishable key as a token with the secret key", async () => {
  expect(await sent("198.51.100.7", { bearer: "public" })).toEqual(["secret", "198.51.100.7", null]);
});

test("leaves database calls and invalid addresses unchanged", async () => {
  const plain = ["public", null, "Bearer customer"];
  expect(await sent("198.51.100.7", { url: "https://project.example/rest/v1/domains" })).toEqual(plain);
  for (const address of [undefined, "unknown", "a\r\nb", "198.51.100.7, 1.2.3.4"]) {
    expect(await sent(address)).toEqual(plain);
  }
});
