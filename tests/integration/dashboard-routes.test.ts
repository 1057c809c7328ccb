import { http } from "msw";
import { describe, expect, test } from "vitest";
import { findDomain, listDomains } from "#app/gateways/domains.server.ts";
import { listOrders } from "#app/gateways/orders.server.ts";
import * as list from "#app/routes/dashboard/orders/list.tsx";
import * as order from "#app/routes/dashboard/orders/new.tsx";
import * as overview from "#app/routes/dashboard/overview.tsx";
import { demoDomains } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { clientOf, look, orderAddress, pageResult, place } from "./demo-customers.ts";
import { renderPage } from "./render-page.ts";
import { database, FIRST, first, SECOND, second } from "./two-customers.ts";

describe("/dashboard", () => {
  const load = async (browser: Browser) => {
    const { data, status } = await pageResult(overview.loader(browser.visit("/dashboard")));
    return { status, ...(data as unknown as NonNullable<Awaited<ReturnType<typeof overview.loader>>>["data"]) };
  };

  test("lists only the customer's domains, the earliest expiry first", async () => {
    const { own, name } = await load(first);
    const expected = demoDomains.filter(({ owner }) => owner === 0).sort((one, other) => one.daysLeft - other.daysLeft);
    expect(name).toBe(FIRST.name);
    expect(own?.domains.map((domain) => [domain.name, domain.expiry.daysLeft])).toEqual(
      expected.map((domain) => [domain.name, domain.daysLeft]),
    );
    expect((await load(second)).own?.domains.map((domain) => domain.name)).toEqual(
      demoDomains
        .filter(({ owner }) => owner === 1)
        .sort((one, other) => one.daysLeft - other.daysLeft)
        .map(({ name }) => name),
    );
  });

  test("marks each domain by its expiry day in Nairobi", async () => {
    const states = (await load(first)).own?.domains.map(({ name, expiry }) => `${name} ${expiry.state}`);
    expect(states).toEqual(
      expect.arrayContaining([
        "shambalangu.co.ke expired",
        "njeri-bakes.com soon",
        "mwangihardware.co.ke soon",
        "safarinjema.com later",
      ]),
    );
  });

  test("never contains the stored DNS records or the ids", async () => {
    const text = JSON.stringify(await load(first));
    expect(text).not.toMatch(/dns_records|zone_id|5a0d|user_id/);
  });

  test("is a 503 that still greets the customer when the database is down", async () => {
    server.use(http.all("*/rest/v1/*", () => Response.json({ message: "out of memory" }, { status: 500 })));
    expect(await load(first)).toMatchObject({
      status: 503,
      name: FIRST.name,
      own: null,
      failure: "Your domains could not be read. Please try again.",
    });
    expect(await pageResult(list.loader(first.visit("/dashboard/orders")))).toMatchObject({
      status: 503,
      data: { orders: null },
    });
    const { data } = await look(first, "renew", "mamamboga.co.ke");
    expect(data).toMatchObject({ none: { title: "We couldn’t read your domains just now" } });
  });
});

describe("the gateways", () => {
  test("return nothing for another customer's id, because row-level security backs the filter", async () => {
    const client = await clientOf(first);
    expect(await listDomains(client, SECOND.id)).toEqual({ ok: true, value: [] });
    expect(await findDomain(client, SECOND.id, "oumaelectronics.co.ke")).toMatchObject({ ok: false, status: 404 });
    await place(second, "renew", "oumaelectronics.co.ke");
    expect(await listOrders(client, SECOND.id)).toEqual({ ok: true, value: [] });
  });

  test("find a domain in any case, and treat a foreign and an unknown one alike", async () => {
    const client = await clientOf(first);
    expect(await findDomain(client, FIRST.id, "MamaMboga.co.ke")).toMatchObject({
      ok: true,
      value: { name: "mamamboga.co.ke", status: "active", sslStatus: "active" },
    });
    for (const name of ["oumaelectronics.co.ke", "nobody.co.ke", "mama%", ""]) {
      expect(await findDomain(client, FIRST.id, name)).toEqual({
        ok: false,
        status: 404,
        message: "Domain not found in database",
      });
    }
  });
});

describe("an unknown URL of the account", () => {
  const UNKNOWN = ["/dashboard/nowhere", "/dashboard/orders/nowhere", "/dashboard/domains/mamamboga.co.ke/nowhere"];

  test.each(UNKNOWN)("%s keeps a customer in the account, by GET and POST", async (path) => {
    for (const fields of [undefined, [["name", "x"]] as [string, string][]]) {
      const { status, html } = await renderPage(first, path, fields);
      expect(status).toBe(404);
      expect(html).toContain("Not Found");
      for (const own of ["/dashboard", "/dashboard/orders", "/profile"]) expect(html).toContain(`href="${own}"`);
    }
  });

  test.each(UNKNOWN)("%s sends visitors to sign in, like every URL there", async (path) => {
    const to = `/login?redirectTo=${encodeURIComponent(path)}`;
    expect(await renderPage(newBrowser(), path)).toMatchObject({ status: 302, to });
    expect(await renderPage(newBrowser(), path, [["name", "x"]])).toMatchObject({ status: 302, to });
  });
});

describe("a visitor", () => {
  test.each([
    ["/dashboard", () => overview.loader(newBrowser().visit("/dashboard"))],
    ["/dashboard/orders", () => list.loader(newBrowser().visit("/dashboard/orders"))],
    [
      orderAddress("renew", "mamamboga.co.ke"),
      () => order.loader(newBrowser().visit(orderAddress("renew", "mamamboga.co.ke"))),
    ],
    [
      orderAddress("renew", "mamamboga.co.ke"),
      () => order.action(newBrowser().visit(orderAddress("renew", "mamamboga.co.ke"), { choice: "1" })),
    ],
  ])("is sent from %s to sign in, and nothing is done", async (path, ask) => {
    expect(await pageResult(ask())).toMatchObject({ status: 302, to: `/login?redirectTo=${encodeURIComponent(path)}` });
    expect(await database.query("select id from orders where user_id = $1", [FIRST.id])).toEqual([]);
  });
});
