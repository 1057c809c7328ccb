import { enhanced, expect, hold, test } from "./visitor.ts";

const NOT_LOOKED_UP = ["error500", "garbage", "forbidden", "ratelimit"].map((word) => `${word}-shop.com`);
const ANSWERS = [
  ["taken-shop.com", "taken-shop.com is taken"],
  ["taken-shop.co.ke", "taken-shop.co.ke is taken"],
  ["unsupported-shop.xyz", "We don’t sell .xyz"],
  ...NOT_LOOKED_UP.map((name) => [name, `We could not look up ${name} just now`]),
] as const;

for (const [name = "", title] of ANSWERS) {
  test(`a search for ${name} says ${title} and offers no purchase`, async ({ page }) => {
    await page.goto("/domains");
    await page.getByLabel("Which name do you want?").fill(name);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("region", { name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Mtandao`);
    await expect(page.getByRole("link", { name: /this domain|from your account/ })).toHaveCount(0);
    await expect(page.getByLabel("Which name do you want?")).toHaveValue(name);
  });
}

test("a name that somebody has can be brought here by whoever it is", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/domains?q=taken-shop.co.ke");
  await expect(page.getByRole("heading", { level: 1, name: "taken-shop.co.ke" })).toBeVisible();
  await page.getByRole("link", { name: "It is mine: bring it here" }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=.*kind%3Dtransfer.*domain%3Dtaken-shop\.co\.ke/);
});

test("a Kenyan name that nobody uses is drawn like the reward, and never called free", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await page.goto("/domains?q=mamanjeri.co.ke");
  await expect(page).toHaveTitle("Nobody uses mamanjeri.co.ke yet | Mtandao");
  const answer = page.getByRole("region", { name: "Nobody uses mamanjeri.co.ke yet" });
  await expect(answer.getByText("Nobody uses it yet")).toBeVisible();
  await expect(answer.getByText("KSh 1,500")).toHaveCount(2);
  await expect(answer.getByRole("listitem")).toHaveText([/^You ask/, /^We ask the registry/, /M-Pesa Pay Bill/]);
  await expect(page.getByRole("main")).not.toContainText(/\bfree\b/i);
  await expect(answer.getByRole("link", { name: "Ask for this domain" })).toHaveAttribute(
    "href",
    "/contact?domain=mamanjeri.co.ke",
  );
});

test("a Kenyan name that the registry does not know is free", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/domains?q=notfound-duka.or.ke");
  await expect(page.getByText("This name is free")).toBeVisible();
  await expect(page.getByRole("link", { name: "Get this domain" })).toBeVisible();
});

test("a Kenyan name that could not be looked up can be tried again, and ordered all the same", async ({ page }) => {
  await page.goto("/domains?q=unreachable-duka.co.ke");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByRole("heading", { name: "We could not look up unreachable-duka.co.ke just now" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Order it anyway" })).toHaveAttribute(
    "href",
    "/dashboard/orders/new?kind=register&domain=unreachable-duka.co.ke",
  );
});

const WIDEST = "w".repeat(63);

for (const name of [
  `${WIDEST}.com`,
  `${WIDEST}.co.ke`,
  `taken-${WIDEST.slice(6)}.com`,
  `timeout-${WIDEST.slice(8)}.com`,
]) {
  test(`the longest possible name fits a phone: ${name.slice(0, 8)}…${name.slice(63)}`, { tag: "@plain" }, async ({
    page,
  }) => {
    await page.goto(`/domains?q=${name}`);
    const ends = await page.locator("main *").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(360);
  });
}

test("what could not be checked can be tried again, by a form", async ({ page }) => {
  await page.goto("/domains?q=error500-shop.com");
  const before = page.url();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "We could not look up error500-shop.com just now" })).toBeVisible();
  expect(page.url()).toBe(before);
});

test("a name without a price gets the constants", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/domains?q=noprice-shop.com");
  await expect(page.getByText("KSh 1,800").first()).toBeVisible();
  await expect(page.getByText("≈ US$14.99").first()).toBeVisible();
});

const INPUTS = [
  ["a leading hyphen", "-shop.com", 400, /cannot begin or end with a hyphen/],
  ["emoji", "🍅.com", 400, /cannot have emoji/],
  ["script text", "<script>alert(1)</script>", 400, /letters, digits and hyphens/],
  // The longest that an address takes; the page of longer ones is a test of the server.
  ["1,900 characters", "a".repeat(1900), 400, /too long/],
  ["an e-mail address", "njeri@shop.co.ke", 400, /e-mail address/],
] as const;

for (const [what, typed, status, message] of INPUTS) {
  test(`a search for ${what} is answered beside its field, with what was typed kept`, { tag: "@plain" }, async ({
    page,
  }) => {
    const reply = await page.goto(`/domains?q=${encodeURIComponent(typed)}`);
    expect(reply?.status()).toBe(status);
    const field = page.getByLabel("Which name do you want?");
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
  });
}

test("a name typed with spaces is offered in one piece and with hyphens, each a link to its answer", async ({
  page,
}) => {
  await page.goto(`/domains?q=${encodeURIComponent("mama duka.com")}`);
  await expect(page.getByText("Did you mean")).toHaveText("Did you mean mamaduka.com or mama-duka.com?");
  await page.getByRole("link", { name: "mama-duka.com" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mama-duka.com" })).toBeVisible();

  await page.goto("/domains/board");
  await page.getByLabel("Names to check").fill("mama duka\ntaken-duka.com\nshule yetu.co.ke");
  await page.getByRole("button", { name: "Check them" }).click();
  await expect(page.getByText("taken-duka.com", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/A name has no spaces/)).toHaveCount(1);
  const refused = page.getByRole("list", { name: /A name has no spaces/ });
  await expect(refused.getByRole("listitem")).toHaveCount(2);
  await refused.getByRole("link", { name: "shuleyetu.co.ke" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "shuleyetu.co.ke" })).toBeVisible();
});

for (const typed of ["", "   "]) {
  test(`a search for ${JSON.stringify(typed)} asks nobody and hints at what to type`, async ({ page }) => {
    await page.goto("/domains");
    await page.getByLabel("Which name do you want?").fill(typed);
    await page.getByRole("button", { name: "Search" }).click();
    const field = page.getByLabel("Which name do you want?");
    await expect(field).toHaveAccessibleDescription(/Type the name you want/);
    await expect(field).toBeFocused();
    await expect(field).not.toHaveAttribute("aria-invalid", "true");
  });
}

test("a page that comes without loading takes the focus along: to the answer, the field in error, or its beginning", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  // The browser does it by itself.
  await page.goto("/");
  const field = page.getByLabel("Which name do you want?");
  await field.fill("taken-shop.com");
  await enhanced(page);
  await field.press("Enter");
  await expect(page.getByRole("region", { name: "taken-shop.com is taken" })).toBeFocused();
  await expect(page).toHaveTitle("taken-shop.com is taken | Mtandao");
  await field.fill("-");
  await field.press("Enter");
  await expect(page.getByText(/Every dot|hyphen/).first()).toBeVisible();
  await expect(field).toBeFocused();
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a pasted address and an international name are understood", { tag: "@plain" }, async ({ page }) => {
  await page.goto(`/domains?q=${encodeURIComponent("https://www.Mama-Njeri.com/menu?x=1")}`);
  await expect(page.getByRole("heading", { name: "mama-njeri.com" })).toBeVisible();
  await page.goto(`/domains?q=${encodeURIComponent("kahawá.com")}`);
  await expect(page.getByRole("heading", { name: "kahawá.com" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Get this domain" })).toHaveAttribute("href", /domain=kahaw%C3%A1\.com/);
});

test("a search flood from one address gets a page that keeps the form, and another address searches on", async ({
  page,
  request,
  address,
}) => {
  const url = "/domains?q=-";
  const flood = (from: string) => request.get("/domains?q=taken-flood.com", { headers: { "X-Sandbox-Address": from } });
  for (let round = 0; round < 12; round++) await Promise.all(Array.from({ length: 10 }, () => flood(address)));
  const reply = await page.goto("/domains?q=taken-flood.com");
  expect(reply?.status()).toBe(429);
  expect(Number(reply?.headers()["retry-after"])).toBeGreaterThan(0);
  await expect(page.getByLabel("Which name do you want?")).toHaveValue("taken-flood.com");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect((await flood("203.0.113.9")).status()).toBe(200);
  expect((await page.goto(url))?.status()).toBe(400);
});

test("while an answer is awaited its place is shown, and without a network the name stays in its field", {
  tag: "@scripts",
}, async ({ page, complaints }) => {
  // The browser does it by itself.
  await page.goto("/domains?q=taken-shop.com");
  const field = page.getByLabel("Which name do you want?");
  await field.focus();
  await enhanced(page);
  const ANSWER = /\/domains\.data/;
  const letAnswerGo = await hold(page, ANSWER);
  await field.fill("njeri-duka.com");
  await field.press("Enter");
  await expect(page.locator(".skeleton")).toBeVisible();
  letAnswerGo();
  await expect(page.getByRole("heading", { level: 1, name: "njeri-duka.com" })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await page.route(ANSWER, (route) => route.abort("internetdisconnected"));
  await field.fill("shule-yetu.com");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(field).toHaveValue("shule-yetu.com");
  await page.unroute(ANSWER);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "shule-yetu.com" })).toBeVisible();
  complaints.length = 0;
});
