import { expect, test } from "vitest";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { DOMAIN, first, newRecord, second, upstreamCalls } from "./dns-pages.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { spendLimit } from "./spend-limit.ts";

const HOME = `/dashboard/domains/${DOMAIN}`;
const text = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>")).replace(/<[^>]+>/g, "");

test("a domain's page shows what works, its mail, its renewal, its records, and links to its pages", async () => {
  const { html, status, headers } = await renderPage(first, HOME);
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toMatch(/^private/);
  for (const words of ["Website", "Mail", "Name servers", "Microsoft 365", "One more year", "All DNS records"])
    expect(text(html)).toContain(words);
  expect(html).toContain(`href="${HOME}/dns/mail?with=google"`);
  expect(html).toContain(`href="/dashboard/orders/new?kind=renew&amp;domain=${DOMAIN}"`);
  expect(html).not.toContain("Habari, ");
  // Where a website and mail are in use, their providers are folded. Without changes there is no list of them.
  const folded = [...html.matchAll(/<details class="fold[^"]*"><summary>([^<]+)/g)].map(([, words]) => words);
  expect(folded).toEqual(["Change where the website is", "Change where the mail is"]);
  expect(text(html)).not.toContain("Last changes");
});

test("a name without a website and mail is offered a few places and the way to all, and mailboxes only", async () => {
  const page = await readPage("/dashboard/domains/fundiwaviatu.co.ke", first);
  const choices = (id: string) => page.texts(`section[aria-labelledby=${id}] li`);
  expect(choices("connect-website")).toHaveLength(6);
  expect(page.link("Another place")).toEqual(["/dashboard/domains/fundiwaviatu.co.ke/website?with="]);
  const all = await readPage("/dashboard/domains/fundiwaviatu.co.ke/website?with=", first);
  expect(all.texts("h2")).toContain("Connect a website");
  expect(choices("connect-mail")).toContain("Zoho Mail");
  expect(choices("connect-mail")).not.toContain("Mailchimp");
});

test("the page's last three changes can be undone there", async () => {
  for (const name of ["moja", "mbili", "tatu", "nne"])
    await renderPage(first, `${HOME}/dns/add`, Object.entries(newRecord({ name })));
  const { html } = await renderPage(first, HOME);
  const undo = [...html.matchAll(/action="([^"]+)"[^>]*>(?:<input[^>]*>)*<button[^>]*class="undo"/g)].map(
    ([, to]) => to,
  );
  expect(undo).toHaveLength(3);
  for (const to of undo) expect(to).toMatch(new RegExp(`^${HOME}/dns/history/[0-9a-f-]{36}\\?posted$`));
});

test("the mail page shows the form of the chosen provider only, and its changes", async () => {
  const { html } = await renderPage(first, `${HOME}/dns/mail?with=zoho`);
  expect(html.match(/name="preset" value="\w+"/g)).toEqual(Array(2).fill('name="preset" value="zoho"'));
  expect(text(html)).toContain("mx.zoho.com");
});

test("the dashboard finds broken mail by itself, once, and again after a change", async () => {
  const path = "/dashboard/domains/safarinjema.com";
  const dashboard = async (): Promise<string> => {
    const words = text((await renderPage(first, "/dashboard")).html);
    return words.includes("checking") ? dashboard() : words;
  };
  const calls = upstreamCalls();
  const providerCalls = () => calls.filter((call) => !call.includes("/public-dns/")).length;
  expect(await dashboard()).toMatch(/safarinjema\.com.*mail does not work.*We know why\./);
  const checked = providerCalls();
  await dashboard();
  expect(providerCalls()).toBe(checked);
  await renderPage(first, `${path}/dns/add`, Object.entries(newRecord({ name: "moja" })));
  expect(text((await renderPage(first, "/dashboard")).html)).toContain("checking 7 names …");
  expect(await dashboard()).toContain("mail does not work");
});

test("a domain without DNS links to its set-up, and to nothing that needs it", async () => {
  const { html, status } = await renderPage(first, "/dashboard/domains/kilimobora.or.ke");
  expect(status).toBe(200);
  expect(text(html)).toContain("Set up DNS");
  expect(text(html)).not.toMatch(/Connect mail|All DNS records|Last changes|Is it live/);
});

test("a record that was typed while its zone was removed comes back with the reason and the set-up button", async () => {
  const sent = Object.entries(newRecord({ name: "tawi-jipya" }));
  const { html, status } = await renderPage(first, "/dashboard/domains/kilimobora.or.ke/dns/add", sent);
  expect(status).toBe(409);
  expect(text(html)).toMatch(/Set up DNS.*Zone ID not available/s);
  expect(html).toContain('value="tawi-jipya"');
});

test("the page without the public state is shown after too many checks", async () => {
  const [{ id }] = demoCustomers;
  await spendLimit("dnsChecksOfUser", id);
  const { html, status } = await renderPage(first, HOME);
  expect(status).toBe(200);
  expect(text(html)).toContain("We can’t check right now");
  // The provider is connected: what is unknown about it is no reason to connect it again.
  expect(html).not.toContain('aria-label="Connect: Website"');
  expect(text(html)).toContain("All DNS records");
});

test("the records of a domain whose name servers are elsewhere are called unused, also on the dashboard", async () => {
  const path = "/dashboard/domains/elsewhere-demo.co.ke";
  const { html } = await renderPage(second, `${path}/dns`);
  expect(text(html)).toContain("These records are not used yet");
  expect(html).toContain(`href="${path}/dns/live"`);
  const dashboard = await renderPage(second, "/dashboard");
  expect(text(dashboard.html)).toMatch(
    /elsewhere-demo\.co\.ke.*name servers elsewhere.*Its records here are not used yet\./,
  );
  expect(text((await renderPage(first, `${HOME}/dns`)).html)).not.toContain("These records are not used yet");
});
