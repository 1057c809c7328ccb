import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { server } from "#mocks/node.ts";
import { database } from "../../tests/integration/database.ts";
import { lateMessagesTurn } from "./late-messages-run.server.ts";

const addMessage = (key: string, age: string, state = "new") =>
  database.query(
    `insert into messages (key, name, email, subject, message, state, created_at)
     values ($1, 'Njeri', 'njeri@example.co.ke', 'A shop', 'How much?', $3, now() - $2::interval)`,
    [key, age, state],
  );
const turn = lateMessagesTurn();
afterEach(() => vi.restoreAllMocks());

test("logs how many messages wait for more than a day, without their text", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  await addMessage("message-1", "23 hours");
  await turn?.();
  expect(warn).not.toHaveBeenCalled();
  await addMessage("message-2", "25 hours");
  await addMessage("message-3", "25 hours", "answered");
  await turn?.();
  expect(warn.mock.calls).toEqual([[{ late: 1 }, "messages wait for more than a day"]]);
});

test("a turn ends normally if the database fails", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue();
  server.use(http.get("*/rest/v1/messages", () => new HttpResponse(null, { status: 503 })));
  await turn?.();
  expect(error).toHaveBeenCalledOnce();
});
