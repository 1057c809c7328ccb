import { expect, it } from "vitest";
import { redirectWithFlash, takeFlash } from "./flash.server.ts";

const SENT = { about: "contact", title: "Message sent successfully" };

/** Opens a page with this context while a message waits. Returns what it shows and whether it deletes the message. */
async function visit(context: { givenBack?: string } = {}) {
  const cookie = (await redirectWithFlash("/contact", SENT)).headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const cookies: string[] = [];
  const request = new Request("http://127.0.0.1:3000/contact", { headers: { Cookie: cookie } });
  const message = await takeFlash(request, { ...context, appendCookie: (text) => cookies.push(text) });
  return { message, isTaken: cookies.some((text) => /^flash=;.*Max-Age=0/.test(text)) };
}

it("shows a flash message once", async () => {
  expect(await visit()).toMatchObject({ message: SENT, isTaken: true });
});

it("keeps the flash message of another form for the next page", async () => {
  expect(await visit({ givenBack: "newsletter" })).toEqual({ message: undefined, isTaken: false });
});

it("drops an earlier flash message of the form that is shown again", async () => {
  expect(await visit({ givenBack: "contact" })).toEqual({ message: undefined, isTaken: true });
});
