/** Fixtures for tests of the sandbox: copy this file. SITE and WORKBENCH are the addresses that `npm start` prints. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** The longest that the API waits for a mail, in seconds. */
const LONGEST_WAIT = "60";

const SITE = process.env.SITE ?? "http://127.0.0.1:3000";
const WORKBENCH = process.env.WORKBENCH ?? "http://127.0.0.1:3001";

type Mail = {
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  links: { text: string; href: string }[];
};
/** `after`: the id of a mail; only newer ones count. */
type Filter = { to?: string; subject?: string; kind?: string; text?: string; after?: string };
type StorageState = { cookies: Parameters<BrowserContext["addCookies"]>[0] };
export type Person = {
  id: string;
  email: string;
  password: string;
  /** For staff. */
  totpSecret?: string;
  domains: { name: string; zoneId: string; records: { id: string; type: string; name: string; content: string }[] }[];
  orders: { id: string; bill: string; reference: string; isPaid: boolean }[];
  /** `order`: what an ordered one began with. */
  services: {
    id: string;
    kind: string;
    domain: string;
    state: string;
    endsOn: string | null;
    order?: { bill?: string };
  }[];
  storageState: StorageState;
};
type Role = "customer" | "staff";
type Wanted = {
  seed?: string;
  email?: string;
  name?: string;
  domains?: { name?: string; ends?: string; records?: [type: string, name: string, content: string][] }[];
  orders?: { kind: "renew" | "hosting"; domain?: string; paid?: boolean }[];
  services?: {
    kind?: "hosting" | "mail" | "certificate";
    plan?: string;
    domain?: string;
    state?: "ordered" | "active" | "suspended" | "ended";
    ends?: string;
    seats?: number;
    firstPassword?: string;
    paid?: boolean;
  }[];
};

/**
 * Calls the workbench. Returns its JSON, undefined for 204. Throws its reason for a wrong call. Not by `fetch`, which gives
 * up after five minutes: on a busy machine a month of the clock may take longer.
 */
export async function call<Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Answer> {
  const request = httpRequest(WORKBENCH + path, { method }).end(body && JSON.stringify(body));
  const [reply] = (await once(request, "response")) as [IncomingMessage];
  const answer = await text(reply);
  if ((reply.statusCode ?? 500) >= 400) throw new Error(`${method} ${path}: ${reply.statusCode} ${answer}`);
  return answer === "" ? (undefined as Answer) : JSON.parse(answer);
}

/** Returns an address that no other test uses. */
export function newAddress(): string {
  return `10.${[1, 2, 3].map(() => 1 + Math.floor(Math.random() * 254)).join(".")}`;
}

/** Returns the code that a person's authenticator app shows now, also while they set it up. */
export async function codeOf(email: string): Promise<string> {
  const codes = await call<Record<string, { code: string }>>("GET", "/codes.json");
  return codes[email]?.code ?? "";
}

export type Fixtures = {
  /** Stands for the visitor: limits and faults of other tests do not meet it. */
  address: string;
  /** Makes a customer and signs the page in. */
  customer: (wanted?: Wanted) => Promise<Person>;
  /** Makes a member of staff and signs the page in, or another page. */
  staff: (desk?: Page) => Promise<Person>;
  /** Signs the page in as somebody of the sandbox: customer@example.co.ke. */
  signIn: (email: string) => Promise<void>;
  /** Ends all sessions of a person, as if they had run out. */
  endSessions: (email: string) => Promise<void>;
  /** Makes somebody else, signed in, with a page in a browser of their own. */
  another: (role: Role, wanted?: Wanted) => Promise<{ page: Page; person: Person }>;
  outbox: {
    /** Waits for a mail. */
    waitFor: (filter: Filter) => Promise<Mail>;
    /** What has been sent, newest first, once nothing is on its way. */
    list: (filter: Filter) => Promise<Mail[]>;
  };
  /** The clock is everybody's: such tests run alone. After the test it is reset. */
  clock: { advance: (time: string) => Promise<{ now: string; mails: number }>; reset: () => Promise<void> };
  /** Makes the next calls to a service fail for this test's visitor. */
  fault: (fault: {
    service: string;
    effect: string;
    op?: string;
    ms?: number;
    status?: number;
    times?: number;
  }) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  baseURL: SITE,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  address: async ({}, use) => use(newAddress()),
  extraHTTPHeaders: async ({ address }, use) => use({ "X-Sandbox-Address": address }),
  customer: async ({ page }, use) => use((wanted) => makePerson(page, { role: "customer", ...wanted })),
  staff: async ({ page }, use) => use((desk = page) => makePerson(desk, { role: "staff" })),
  signIn: async ({ page }, use) =>
    use(async (email) => keepSession(page, await call<{ storageState: StorageState }>("POST", "/sessions", { email }))),
  endSessions: async ({ page: _page }, use) => use((email) => call("DELETE", `/sessions/${email}`)),
  another: async ({ browser, baseURL, extraHTTPHeaders, javaScriptEnabled }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (role, wanted) => {
      const context = await browser.newContext({ baseURL, extraHTTPHeaders, javaScriptEnabled });
      contexts.push(context);
      const page = await context.newPage();
      return { page, person: await makePerson(page, { role, ...wanted }) };
    });
    for (const context of contexts) await context.close();
  },
  outbox: async ({ page: _page }, use) =>
    use({
      async waitFor(filter) {
        const mails = await call<Mail[] | undefined>(
          "GET",
          `/outbox.json?${new URLSearchParams({ ...filter, wait: LONGEST_WAIT })}`,
        );
        if (!mails?.[0]) throw new Error(`No mail came: ${JSON.stringify(filter)}`);
        return mails[0];
      },
      list: (filter) => call<Mail[]>("GET", `/outbox.json?${new URLSearchParams(filter)}`),
    }),
  clock: async ({ page: _page }, use) => {
    const reset = () => call<void>("POST", "/clock", { reset: true });
    await use({ advance: (time) => call("POST", "/clock", { advance: time }), reset });
    await reset();
  },
  fault: async ({ address }, use) => {
    const ids: number[] = [];
    await use(async (fault) => {
      ids.push((await call<{ id: number }>("POST", "/faults", { ...fault, for: address })).id);
    });
    for (const id of ids) await call("DELETE", `/faults/${id}`).catch(() => undefined);
  },
});
export { expect };

async function makePerson(page: Page, wanted: Wanted & { role: string }): Promise<Person> {
  const person = await call<Person>("POST", "/users", wanted);
  await keepSession(page, person);
  return person;
}

async function keepSession(page: Page, { storageState }: { storageState: StorageState }): Promise<void> {
  await page.context().addCookies(storageState.cookies);
}

/**
 * Waits until the page of a bill says that it is paid. With JavaScript the page looks by itself; without it the customer
 * does.
 */
export async function untilPaid(page: Page): Promise<void> {
  const paid = page.getByText("Paid. Thank you.");
  const again = page.getByRole("link", { name: "Check now" });
  await expect(async () => {
    await expect(paid.or(again).first()).toBeVisible();
    if (await paid.isVisible()) return;
    // The page may change at this moment.
    await again.click({ timeout: 5000 }).catch(() => undefined);
    await expect(paid).toBeVisible({ timeout: 5000 });
  }).toPass();
}
