/** Fixtures for tests of the sandbox: copy this file. SITE and WORKBENCH are the addresses that `npm start` prints. */
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

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
type Filter = { to?: string; subject?: string; kind?: string; text?: string };
type StorageState = { cookies: Parameters<BrowserContext["addCookies"]>[0] };
export type Person = {
  id: string;
  email: string;
  password: string;
  /** For staff. */
  totpSecret?: string;
  domains: { name: string; zoneId: string; records: { id: string; type: string; name: string; content: string }[] }[];
  orders: { id: string; bill: string; reference: string; isPaid: boolean }[];
  storageState: StorageState;
};
type Wanted = {
  seed?: string;
  email?: string;
  name?: string;
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
  outbox: {
    /** Waits for a mail. */
    waitFor: (filter: Filter) => Promise<Mail>;
    /** What has been sent, newest first, once nothing is on its way. */
    list: (filter: Filter) => Promise<Mail[]>;
  };
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
      list: (filter) => call<Mail[]>("GET", `/outbox.json?${new URLSearchParams(filter)}`),
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

async function makePerson(page: Page, wanted: Wanted & { role: string }): Promise<Person> {
  const person = await call<Person>("POST", "/users", wanted);
  await keepSession(page, person);
  return person;
}

async function keepSession(page: Page, { storageState }: { storageState: StorageState }): Promise<void> {
  await page.context().addCookies(storageState.cookies);
}
