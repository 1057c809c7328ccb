import { afterEach, describe, expect, test, vi } from "vitest";
import { openDraft, sealDraft, sealOwner } from "../http/draft.server.ts";
import { seal, unseal } from "./site-seal.server.ts";

afterEach(() => void vi.useRealTimers());

describe("a sealed value", () => {
  test("is opened unchanged, and cannot be read while sealed", () => {
    const sealed = seal({ secret: "mama njeri" }, 1000);
    expect(sealed).not.toContain("mama");
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("mama");
    expect(unseal(sealed)).toEqual({ secret: "mama njeri" });
  });

  test("cannot be opened if it was changed, cut, made up, or has expired", () => {
    vi.useFakeTimers();
    const sealed = seal("text", 1000);
    const other = sealed.startsWith("A") ? `B${sealed.slice(1)}` : `A${sealed.slice(1)}`;
    for (const bad of [other, sealed.slice(0, -4), sealed.slice(4), "", "a", undefined, 3, "%", "x".repeat(100)]) {
      expect(unseal(bad)).toBeUndefined();
    }
    vi.advanceTimersByTime(1000);
    expect(unseal(sealed)).toBeUndefined();
  });
});

describe("a draft", () => {
  const typed = (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };

  test("keeps the typed fields for its owner, without passwords, tokens and files", () => {
    const secrets = { currentPassword: "a", newPassword: "b", turnstileToken: "c", authCode: "d" };
    const form = typed({ name: "Njeri", ...secrets, file: new File(["zone"], "zone.txt") });
    const draft = sealDraft(sealOwner("me"), "/profile", form);
    expect(openDraft(draft, "me")).toEqual({ path: "/profile", fields: [["name", "Njeri"]] });
    expect(openDraft(draft, "somebody else")).toBeUndefined();
  });

  test("is not made without an owner, or if it is too large for a form", () => {
    for (const owner of [null, "made up"]) expect(sealDraft(owner, "/", typed({ name: "Njeri" }))).toBeUndefined();
    expect(sealDraft(sealOwner("me"), "/", typed({ text: "x".repeat(40_000) }))).toBeUndefined();
  });
});
