import type { AppLoadContext } from "@remix-run/node";
import { expect, it } from "vitest";
import { rememberSignUp, signUpOf } from "./sign-up-cookie.server.ts";

const withCookie = (setCookie = "") =>
  new Request("http://127.0.0.1:3000/", { headers: { Cookie: setCookie.split(";", 1)[0] ?? "" } });

it("keeps the id of a browser and the page that its last sign-up wanted", async () => {
  const set: string[] = [];
  const context = { appendCookie: (cookie: string) => set.push(cookie) } as unknown as AppLoadContext;
  const id = await rememberSignUp(new Request("http://127.0.0.1:3000/"), context);
  expect(await signUpOf(withCookie(set[0]))).toEqual({ id });
  expect(await rememberSignUp(withCookie(set[0]), context, "/dashboard")).toBe(id);
  expect(await signUpOf(withCookie(set[1]))).toEqual({ id, goal: "/dashboard" });
});
