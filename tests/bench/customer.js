import { randomInt } from "node:crypto";
import { JSDOM } from "jsdom";

/** Returns a browser without scripts, at an address of its own in this header. It keeps cookies and follows no redirect. */
export function newBrowser(origin, addressHeader = "X-Sandbox-Address") {
  const cookies = new Map();
  const address = `10.${randomInt(256)}.${randomInt(256)}.${1 + randomInt(254)}`;

  /** Sends a GET, or with fields a POST. Returns the page, and where a redirect leads; throws on an error status. */
  async function request(path, fields) {
    const response = await fetch(origin + path, {
      method: fields ? "POST" : "GET",
      body: fields && new URLSearchParams(fields),
      headers: {
        [addressHeader]: address,
        "Sec-Fetch-Site": "same-origin",
        Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      },
      redirect: "manual",
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      cookies.set(name, value);
    }
    const html = await response.text();
    if (![200, 303].includes(response.status)) throw new Error(`${path} returned ${response.status}.`);
    const location = response.headers.get("Location");
    return { html, location: location === null ? null : new URL(location, origin).pathname };
  }

  /** Opens a page, fills in one of its forms and sends it. */
  async function submit(path, formId, typed) {
    const { window } = new JSDOM((await request(path)).html);
    const fields = new window.FormData(window.document.getElementById(formId));
    return request(path, { ...Object.fromEntries(fields), ...typed });
  }

  return {
    cookies,
    request,
    submit,
    signIn: (email) =>
      submit("/login", "sign-in-form", { email, password: "sandbox-password", cookies: "on", website_2: "" }),
  };
}
