import { expect, test } from "vitest";
import { refund } from "#app/platform/abuse/limits.server.ts";
import { zones } from "#mocks/zones.ts";
import { DOMAIN, FIRST, first } from "./dns-pages.ts";
import { renderPage } from "./render-page.ts";

const HERE = `/dashboard/domains/${DOMAIN}/website`;
const recordsOf = () => structuredClone(zones.findByName(DOMAIN)?.records ?? []);
const seenIn = (html: string) => /name="expectedVersion" value="([^"]+)"/.exec(html)?.[1] ?? "";
const at = (names: string[]) =>
  recordsOf()
    .filter(({ name, type }) => names.includes(name) && ["A", "AAAA", "CNAME"].includes(type))
    .map(({ type, name, content }) => `${type} ${name} ${content}`)
    .sort();

test("each website provider has its own form", async () => {
  const { html } = await renderPage(first, HERE);
  expect(html.match(/\?with=\w+/g)).toHaveLength(10);
  const wix = await renderPage(first, `${HERE}?with=wix`);
  expect(wix.html).toContain("Connect Wix");
  expect(wix.html).toContain('name="alias"');
  expect(wix.html).toContain("(the IP address above)");
  expect((await renderPage(first, `${HERE}?with=geocities`)).html).not.toContain('name="preset"');
});

test("the page of a name below the domain has its form, plan and links for that name, however the name was pasted", async () => {
  const pasted = encodeURIComponent(`https://Shop.${DOMAIN}/`);
  const { html, status } = await renderPage(first, `${HERE}?with=shopify&at=${pasted}`);
  expect(status).toBe(200);
  expect(html).toContain(`<b translate="no">shop.${DOMAIN}</b>`);
  expect(html).toContain(`value="shop.${DOMAIN}"`);
  expect(html).toContain("Make this change");
  expect(html).toContain(`?with=wix&amp;at=shop.${DOMAIN}`);
  expect(html).not.toContain(`www.${DOMAIN}</b>`);
  const www = await renderPage(first, `${HERE}?with=shopify&at=www.${DOMAIN}`);
  expect(www.html).toContain(`<b translate="no">www.${DOMAIN}</b>`);
  expect(www.html).toContain(`<b translate="no">${DOMAIN}</b>`);
});

test("a name that cannot be read is refused at its field, and what was typed stays", async () => {
  const [typed, message] = ["*.shop", "A star stands for many names"];
  const { html, status } = await renderPage(first, `${HERE}?with=shopify&at=${encodeURIComponent(typed)}`);
  expect(status).toBe(400);
  expect(html).toContain(message);
  expect(html).toContain(`name="at"`);
  expect(html).toContain(`value="${typed}"`);
  expect(html).not.toContain('name="preset"');
  const posted = await renderPage(first, `${HERE}?with=shopify&at=${encodeURIComponent(typed)}`, [
    ["preset", "shopify"],
  ]);
  expect([posted.status, posted.to]).toEqual([409, null]);
  expect(posted.html).toContain(message);
});

test("a website is connected at a name below the domain by one press, found there, and checked by a link", async () => {
  await refund("dnsWritesOfUser", FIRST.id);
  const here = `${HERE}?with=netlify&at=soko.${DOMAIN}`;
  const before = recordsOf();
  const page = await renderPage(first, here);
  expect(page.html).not.toContain('name="address"');
  const response = await renderPage(
    first,
    here,
    Object.entries({ preset: "netlify", expectedVersion: seenIn(page.html), alias: "brave-duka-1234" }),
  );
  const report = await renderPage(first, response.to ?? "");
  expect(report.html).toContain(`Website with Netlify at soko.${DOMAIN}`);
  expect(report.html).toContain("In Netlify open Domain management");
  expect(at([`soko.${DOMAIN}`])).toEqual([`CNAME soko.${DOMAIN} brave-duka-1234.netlify.app`]);
  expect(recordsOf()).toEqual(expect.arrayContaining(before));
  const again = await renderPage(first, here, Object.entries({ preset: "netlify", alias: "brave-duka-1234" }));
  expect(again.to).toBe(here);
  const present = await renderPage(first, here);
  expect(present.html).toContain("Nothing has to be changed here.");
  expect(present.html).toContain(`/live?name=soko.${DOMAIN}`);
  const live = await renderPage(first, `/dashboard/domains/${DOMAIN}/dns/live?name=soko.${DOMAIN}`);
  expect(live.html).toContain("brave-duka-1234.netlify.app");
  expect(live.html).not.toContain("v=spf1");
});

test("a name that has name servers of its own is refused, on the page and when it was delegated meanwhile", async () => {
  await refund("dnsWritesOfUser", FIRST.id);
  const zone = zones.findByName(DOMAIN);
  const [some] = zone?.records ?? [];
  if (!zone || !some) throw new Error("The sandbox has no zone.");
  const before = recordsOf();
  zone.records.push({
    ...some,
    id: "3".repeat(32),
    type: "NS",
    name: `branch.${DOMAIN}`,
    content: "ns1.example.net",
    proxied: false,
  });
  const here = `${HERE}?with=shopify&at=a.branch`;
  const page = await renderPage(first, here);
  const posted = await renderPage(first, here, [["preset", "shopify"]]);
  zone.records = before;
  expect([page.status, posted.status]).toEqual([400, 409]);
  for (const { html } of [page, posted]) expect(html).toContain(`branch.${DOMAIN} has name servers of its own`);
});

test("a form without the version of its changes makes none: they are shown first", async () => {
  const before = recordsOf();
  const response = await renderPage(first, `${HERE}?with=shopify`, [["preset", "shopify"]]);
  expect([response.status, response.to]).toEqual([303, expect.stringContaining("/dns/history/")]);
  expect(recordsOf()).toEqual(before);
  const plan = await renderPage(first, response.to ?? "");
  expect(plan.html).toContain("Website with Shopify");
  expect(plan.html).toContain("shops.myshopify.com");
});

test("a website is connected by one press on the page that shows the changes, and mail stays unchanged", async () => {
  const before = recordsOf();
  const mail = (records: ReturnType<typeof recordsOf>) => records.filter(({ type }) => type === "MX" || type === "TXT");
  const page = await renderPage(first, `${HERE}?with=shopify`);
  expect(page.html).toContain("shops.myshopify.com");
  const response = await renderPage(first, `${HERE}?with=shopify`, [
    ["preset", "shopify"],
    ["expectedVersion", seenIn(page.html)],
  ]);
  const report = await renderPage(first, response.to ?? "");
  expect(report.html).toContain("In Shopify open Settings, Domains");
  expect(at([DOMAIN, `www.${DOMAIN}`])).toEqual([
    `A ${DOMAIN} 23.227.38.65`,
    `AAAA ${DOMAIN} 2620:127:f00f:5::`,
    `CNAME www.${DOMAIN} shops.myshopify.com`,
  ]);
  expect(mail(recordsOf())).toEqual(mail(before));
  const again = await renderPage(first, `${HERE}?with=shopify`, [["preset", "shopify"]]);
  expect(again.to).toBe(`${HERE}?with=shopify`);
});

test.each<[string, Record<string, string>]>([
  ["Wix", { address: "41.90.64.12", alias: "www.example.wixdns.net" }],
  ["Vercel", { address: "76.76.21.21", alias: "cname.vercel-dns-0.com" }],
  ["Google Sites or Blogger", { alias: "ghs.googlehosted.com" }],
  ["Our cPanel hosting", { address: "41.90.64.77" }],
])("after %s was connected by one press, the pages show it in use, with its present values", async (name, typed) => {
  await refund("dnsWritesOfUser", FIRST.id);
  const home = () => renderPage(first, HERE.replace("/website", ""));
  const [, provider = ""] = new RegExp(`with=(\\w+)"[^>]*><u>${name}<`).exec((await home()).html) ?? [];
  const page = await renderPage(first, `${HERE}?with=${provider}`);
  const fields = Object.entries({ preset: provider, expectedVersion: seenIn(page.html), ...typed });
  const response = await renderPage(first, `${HERE}?with=${provider}`, fields);
  expect((await renderPage(first, response.to ?? "")).html).toContain("Last step:");
  const websites = [
    ...(await home()).html.matchAll(/\/website\?with=[^>]*><u>([^<]*)<\/u><span class="badge[^>]*>in use</g),
  ];
  expect(websites.map(([, inUse]) => inUse)).toEqual([name]);
  const present = await renderPage(first, `${HERE}?with=${provider}`);
  for (const value of Object.values(typed)) expect(present.html).toContain(`value="${value}"`);
  expect(present.html).toContain("Nothing has to be changed here.");
});

test("an invalid value is reported at its field, and the input stays", async () => {
  await refund("dnsWritesOfUser", FIRST.id);
  const { html, status } = await renderPage(first, `${HERE}?with=wix`, [
    ["preset", "wix"],
    ["address", "192.168.1.5"],
    ["alias", "www.example.wixdns.net"],
  ]);
  expect(status).toBe(400);
  expect(html).toContain("192.168.1.5 can only be reached inside a network");
  expect(html).toContain('value="www.example.wixdns.net"');
});

test("a website whose records would stop the domain's mail is rejected, and the input stays", async () => {
  await refund("dnsWritesOfUser", FIRST.id);
  const zone = zones.findByName(DOMAIN);
  const before = recordsOf();
  for (const record of zone?.records ?? []) if (record.type === "MX") record.content = DOMAIN;
  const { html, status, to } = await renderPage(first, `${HERE}?with=vercel`, [
    ["preset", "vercel"],
    ["address", "76.76.21.99"],
    ["alias", "njeri.vercel-dns-0.com"],
  ]);
  if (zone) zone.records = before;
  expect([status, to]).toEqual([409, null]);
  expect(html).toContain("your mail would stop");
  expect(html).toContain('value="76.76.21.99"');
  expect(html).toContain('value="njeri.vercel-dns-0.com"');
});

test("asks what to do with www if a record there leaves no room, and does what was chosen", async () => {
  const www = `www.${DOMAIN}`;
  const zone = zones.findByName(DOMAIN);
  if (!zone) throw new Error("The sandbox has no zone.");
  const address = zone.records.find(({ type }) => type === "A");
  if (!address) throw new Error("The zone has no address.");
  zone.records = [
    ...zone.records.filter(({ name }) => name !== www),
    { ...address, id: "1".repeat(32), name: www, content: "41.90.64.1" },
    { ...address, id: "2".repeat(32), name: www, type: "TXT", content: '"v=spf1 -all"', proxied: false },
  ];
  const before = recordsOf();
  const post = async (fields: [string, string][]) => {
    await refund("dnsWritesOfUser", FIRST.id);
    return renderPage(first, `${HERE}?with=google`, [
      ["preset", "google"],
      ["alias", "ghs.googlehosted.com"],
      ...fields,
    ]);
  };

  const page = await renderPage(first, `${HERE}?with=google`);
  expect(page.html).toContain("www has a TXT record, which leaves no room for a website.");
  expect(page.html).toContain("Remove it and connect www");
  expect(page.html).not.toContain('name="expectedVersion"');
  const unanswered = await post([]);
  expect([unanswered.status, unanswered.html]).toEqual([409, expect.stringContaining("Choose what to do with www.")]);
  expect(recordsOf()).toEqual(before);

  const planned = await post([["www", "replace"]]);
  const plan = await renderPage(first, planned.to ?? "");
  expect(plan.html).toContain("Make these 3 changes");
  const done = await renderPage(first, planned.to ?? "", [["intent", "apply"]]);
  expect(done.status).toBe(303);
  expect(
    recordsOf()
      .filter(({ name }) => name === www)
      .map(({ type, content }) => `${type} ${content}`),
  ).toEqual(["CNAME ghs.googlehosted.com"]);
});
