// Imported first, so that modules which read the settings get these.
import "./smtp-settings.ts";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { action as contact } from "#app/routes/contact/page.tsx";
import { server } from "#mocks/node.ts";
import { database, newEmail, send } from "./lead-forms.ts";

const typed = { name: "Njeri", subject: "Bei", message: "Habari", domain: "jina.co.ke", website_2: "" };
const messagesFrom = (email: string) => database.query("select id from messages where email = $1", [email]);

it("says that a message was sent if only the database's answer was lost", async () => {
  const email = newEmail();
  server.use(
    http.post("*/rpc/insert_with_mail", async ({ request }) => {
      server.resetHandlers();
      await fetch(request);
      return HttpResponse.error();
    }),
  );
  expect((await send(contact, "/contact", { ...typed, email })).status).toBe(303);
  expect(await messagesFrom(email)).toHaveLength(1);
});

it.each([
  [
    "refuses the message",
    () => http.post("*/rpc/insert_with_mail", () => HttpResponse.json({}, { status: 500 })),
    "Failed to send message",
  ],
  ["gives no answer at all", () => http.all("*/rest/v1/*", () => HttpResponse.error()), "We could not confirm it"],
])("does not count messages while the database %s", async (_what, fault, title) => {
  const from = { ...typed, email: newEmail() };
  server.use(fault());
  for (let i = 0; i < 6; i++) {
    const { status, data } = await send(contact, "/contact", { ...from, message: `Press ${i}` });
    expect([status, data?.title]).toEqual([503, title]);
  }
  server.resetHandlers();
  expect((await send(contact, "/contact", from)).status).toBe(303);
  expect(await messagesFrom(from.email)).toHaveLength(1);
});
