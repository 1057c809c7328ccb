/** Fixtures for tests of the sandbox: copy this file. SITE and WORKBENCH are the addresses that `npm start` prints. */
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

const SITE = process.env.SITE ?? "http://127.0.0.1:3000";
const WORKBENCH = process.env.WORKBENCH ?? "http://127.0.0.1:3001";

type Mail = { id: string; to: string; subject: string; text: string; links: { text: string; href: string }[] };
type Person = {
  id: string;
  email: string;
  password: string;
  /** For staff. */
  totpSecret?: string;
  domains: { name: string; zoneId: string }[];
  orders: { id: string; bill: string; reference: string; isPaid: boolean }[];
  storageState: { cookies: Parameters<BrowserContext["addCookies"]>[0] };
};
type Wanted = {
  seed?: string;
  domains?: { name?: string; ends?: string; records?: [type: string, name: string, content: string][] }[];
  orders?: { kind: "renew"; domain?: string; paid?: boolean }[];
};

/** Calls the workbench. Returns its JSON, undefined for 204. Throws its reason for a wrong call. */
export async function call<Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Answer> {
  const reply = await fetch(WORKBENCH + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text === "" ? (undefined as Answer) : JSON.parse(text);
}

type Fixtures = {
  /** Stands for the visitor: limits and faults of other tests do not meet it. */
  address: string;
  /** Makes a customer and signs the page in. */
  customer: (wanted?: Wanted) => Promise<Person>;
  /** Makes a member of staff and signs the page in. */
  staff: () => Promise<Person>;
  outbox: { waitFor: (filter: { to?: string; subject?: string; kind?: string }) => Promise<Mail> };
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
  address: async ({}, use) => use(`10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join(".")}`),
  extraHTTPHeaders: async ({ address }, use) => use({ "X-Sandbox-Address": address }),
  customer: async ({ page }, use) => use(signedIn(page, "customer")),
  staff: async ({ page }, use) => use(signedIn(page, "staff")),
  outbox: async ({ page: _page }, use) =>
    use({
      async waitFor(filter) {
        const mails = await call<Mail[] | undefined>(
          "GET",
          `/outbox.json?${new URLSearchParams({ ...filter, wait: "20" })}`,
        );
        if (!mails?.[0]) throw new Error(`No mail came: ${JSON.stringify(filter)}`);
        return mails[0];
      },
    }),
  clock: async ({ page: _page }, use) => {
    await use({
      advance: (time) => call("POST", "/clock", { advance: time }),
      reset: () => call("POST", "/clock", { reset: true }),
    });
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

function signedIn(page: Page, role: "customer" | "staff") {
  return async (wanted: Wanted = {}): Promise<Person> => {
    const person = await call<Person>("POST", "/users", { role, ...wanted });
    await page.context().addCookies(person.storageState.cookies);
    return person;
  };
}
