import { afterEach, expect, test, vi } from "vitest";
import { env } from "./platform/env.server.ts";

const customer = vi.hoisted(() => ({ avatarUrl: "" }));
vi.mock("./accounts/auth.server.ts", () => ({
  findUser: async () => ({ id: "1", email: "njeri@example.co.ke", name: "Njeri", ...customer }),
}));

const { loader } = await import("./root.tsx");
const avatar = async (avatarUrl: string) => {
  customer.avatarUrl = avatarUrl;
  return (await loader({ request: new Request(env.origin), context: {}, params: {} })).user?.avatarUrl;
};
afterEach(() => vi.restoreAllMocks());

test("a customer's picture comes through our own route, small, if its host is configured, and is a letter otherwise", async () => {
  const [host] = env.images.origins;
  expect(await avatar(`${host}/njeri.png`)).toMatch(/^\/images\?src=.*&w=96$/);
  expect(await avatar("https://elsewhere.example/njeri.png")).toBeUndefined();
});

test("every page knows the site's own origin, for the addresses that it shows to others", async () => {
  expect((await loader({ request: new Request(env.origin), context: {}, params: {} })).origin).toBe(env.origin);
});
