import { expect, it, vi } from "vitest";
import { createRouteOf } from "./route-of.server.ts";

const route = (id: string, parentId: string | undefined, path: string | undefined) => [
  id,
  { id, ...(parentId && { parentId }), ...(path !== undefined && { path }), module: { default: () => null } },
];
const routes = Object.fromEntries([
  route("root", undefined, ""),
  route("layout", "root", undefined),
  ["home", { id: "home", parentId: "layout", index: true, module: { default: () => null } }],
  route("blog", "layout", "blog"),
  route("post", "layout", "blog/:slug"),
  route("dashboard", "layout", "dashboard"),
  route("dns", "dashboard", "domains/:domain/dns"),
  route("edit", "dns", ":record/edit"),
  route("unknown", "layout", "dashboard/*"),
  route("anything", "layout", "*"),
  route("feed", "root", "blog/feed.xml"),
]);
const routeOf = createRouteOf(routes);

it.each([
  ["/", "/"],
  ["/_root.data", "/.data"],
  ["/blog/feed.xml", "/blog/feed.xml"],
  ["/blog/our-first-post", "/blog/:slug"],
  ["/blog/our-first-post.data", "/blog/:slug.data"],
  ["/dashboard/domains/mamanjeri.co.ke/dns", "/dashboard/domains/:domain/dns"],
  ["/dashboard/domains/mamanjeri.co.ke/dns/0a1b/edit", "/dashboard/domains/:domain/dns/:record/edit"],
])("names the route of %s: %s", (path, name) => {
  expect(routeOf(path).name).toBe(name);
  expect(routeOf(path).name).toBe(name);
});

it.each([
  ["/wp-admin/njeri@example.co.ke/0712345678", "/wp-admin"],
  ["/dashboard/domains/mamanjeri.co.ke", "/dashboard"],
  ["/assets/root-abc.js", "/assets"],
  ["/njeri@example.co.ke", "/…"],
  ["/njeri%40example.co.ke/x", "/…"],
  ["/%E0%A4%A", "/…"],
  ["/%0d%0aevent:forged", "/…"],
  [`/${"a".repeat(9000)}`, `/${"a".repeat(40)}`],
  ["//evil.example/x", "/"],
  ["http://evil.example/x", "/"],
  ["", "/"],
])("shortens the unknown path %s to %s", (path, name) => {
  const warn = vi.spyOn(console, "warn");
  expect(routeOf(path).name).toBe(name);
  expect(warn).not.toHaveBeenCalled();
});
