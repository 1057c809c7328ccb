import { expect, it } from "vitest";
import { loader as check } from "./check.ts";
import { loader as suggestions } from "./suggestions.ts";

let visitors = 0;
const newAddress = () => `203.0.114.${visitors++}`;

async function ask(loader: typeof check, query: string, address = newAddress()) {
  const request = new Request(`http://127.0.0.1:3000/domains/x?${query}`);
  const response = await loader({ request, context: { address }, params: {} });
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body };
}

it("suggests names close to a word in a reply that no cache stores", async () => {
  const { status, headers, body } = await ask(suggestions, "q=njeri");
  expect(status).toBe(200);
  expect(body).toMatchObject({ about: "njeri.com", names: { length: 8 } });
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
});

it.each(["q=", "q=-", "", "q=a%20b"])("suggests nothing for the query %j and calls no service", async (query) => {
  expect(await ask(suggestions, query)).toMatchObject({ status: 200, body: { names: [] } });
});

it("looks a suggested name up as the search does", async () => {
  expect((await ask(check, "name=njeri.org")).body).toMatchObject({ kind: "available", price: { ksh: 1793 } });
  expect((await ask(check, "name=taken-a.org")).body).toMatchObject({ kind: "taken" });
  expect((await ask(check, "name=error500-a.org")).body).toMatchObject({ kind: "unknown" });
  expect((await ask(check, "name=-")).status).toBe(400);
});

it("allows one IP address 60 suggestions and checks a minute, then says when to retry", async () => {
  const address = newAddress();
  for (let i = 0; i < 59; i++) expect((await ask(check, "name=taken-a.com", address)).status).toBe(200);
  expect((await ask(suggestions, "q=njeri", address)).status).toBe(200);
  for (const [loader, query] of [
    [check, "name=taken-a.com"],
    [suggestions, "q=njeri"],
  ] as const) {
    const refused = await ask(loader, query, address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect((await ask(check, "name=taken-a.com")).status).toBe(200);
});
