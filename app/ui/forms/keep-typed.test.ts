import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "@remix-run/router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepTyped } from "./keep-typed.ts";

beforeEach(() => vi.stubGlobal("navigator", { onLine: true }));
afterEach(() => vi.unstubAllGlobals());

/** What the form's page gets when the server's action throws `thrown`. */
async function afterThrowing(thrown: unknown) {
  const request = new Request("https://mtandao.example/profile", { method: "POST", body: "name=Njeri" });
  const serverAction = () => Promise.reject(thrown);
  const actionData = await keepTyped({ request, serverAction, params: {}, context: {} } as never);
  return actionData instanceof Response
    ? { status: actionData.status, unsent: (await actionData.json()).unsent }
    : actionData;
}

test("a form whose page could not be read stays on the page with its words", async () => {
  expect(await afterThrowing(new ErrorResponse(503, "", { reference: "r1" }))).toEqual({
    status: 503,
    unsent: expect.stringContaining("What you typed is still here"),
  });
});

test("a page that does not exist replaces the form", async () => {
  const unknown = new ErrorResponse(404, "", null);
  await expect(afterThrowing(unknown)).rejects.toBe(unknown);
});
