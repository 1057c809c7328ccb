import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusalOf, sessionUrl, sizeOf } from "./whm-reply.ts";

describe("a size", () => {
  test("in whole MB is read as it is written", () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.constantFrom("M", "m", "MB", "", " M"), (size, unit) => {
        expect(sizeOf(`${size}${unit}`)).toBe(size);
      }),
    );
  });

  test("in a larger unit is more, and in a smaller one rounded up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (size) => {
        expect(sizeOf(`${size}G`)).toBe(size * 1024);
        expect(sizeOf(`${size}K`)).toBe(Math.ceil(size / 1024));
      }),
    );
    expect([sizeOf("1.5G"), sizeOf("2T"), sizeOf("0"), sizeOf("1B")]).toEqual([1536, 2_097_152, 0, 1]);
  });

  test("may be unlimited", () => {
    expect([sizeOf("unlimited"), sizeOf(" Unlimited ")]).toEqual(["unlimited", "unlimited"]);
  });

  test("is a number, unlimited or nothing, whatever the server sends", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const size = sizeOf(text);
        expect(size === undefined || size === "unlimited" || (Number.isInteger(size) && size >= 0)).toBe(true);
      }),
    );
    for (const odd of ["", "none", "-5M", "M", "12X", "1e9M", "NaN", "Infinity", "1.2.3M", "5 GB free"]) {
      expect(sizeOf(odd)).toBeUndefined();
    }
  });
});

describe("the address of a session", () => {
  const WHM = "https://server7.example.com:2087";
  const read = (text: string, host?: string) => sessionUrl(text, { whm: WHM, host });
  const LOGIN = "/cpsess1234567890/login/?session=mamanjer%3Aabc";

  test("is accepted on WHM's host and on the account's, at any port", () => {
    for (const origin of ["https://server7.example.com:2083", "https://SERVER7.example.com"]) {
      expect(read(origin + LOGIN)).toBe(`${origin.toLowerCase()}${LOGIN}`);
    }
    expect(read(`https://cp.jirani.example:2083${LOGIN}`)).toBeUndefined();
    expect(read(`https://cp.jirani.example:2083${LOGIN}`, "CP.jirani.example")).toMatch(/^https:\/\/cp\.jirani/);
  });

  test.each([
    `http://server7.example.com:2083${LOGIN}`,
    `https://server7.example.com.evil.example:2083${LOGIN}`,
    `https://server7.example.com@evil.example${LOGIN}`,
    `https://user:pass@server7.example.com:2083${LOGIN}`,
    `https://evil.example/?https://server7.example.com${LOGIN}`,
    "https://server7.example.com:2083/",
    "https://server7.example.com:2083/login/?session=x",
    "https://server7.example.com:2083/cpsess1234567890/login/../../evil",
    "https://server7.example.com:2083/cpsess1234567890/login/more",
    "https://server7.example.com:2083/cpsess/login/",
    "javascript:alert(1)",
    "//server7.example.com/cpsess1/login/",
    "",
  ])("%s is refused", (text) => {
    expect(read(text, "cp.jirani.example")).toBeUndefined();
  });

  test("never leads to another host, and cannot break out of a header or an attribute", () => {
    const part = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(part, part, fc.constantFrom("server7.example.com", "evil.example"), (before, after, host) => {
        const url = read(`https://${before}${host}:2083/cpsess123/login/?session=${after}`);
        if (url === undefined) return;
        expect(new URL(url).hostname).toBe("server7.example.com");
        expect(url).not.toMatch(/[\s"<>]/);
      }),
      { numRuns: 1000 },
    );
  });

  test("may have http only at the origin of a server on this computer", () => {
    const whm = "http://127.0.0.1:3001/whm";
    expect(sessionUrl(`http://127.0.0.1:3001${LOGIN}`, { whm })).toBe(`http://127.0.0.1:3001${LOGIN}`);
    expect(sessionUrl(`http://127.0.0.1:3002${LOGIN}`, { whm })).toBeUndefined();
  });
});

test.each([
  ["createacct", "The username “mamanjer” already exists on this system.", "exists"],
  ["createacct", "Sorry, a group for that username already exists.", "exists"],
  ["createacct", "Sorry, mamanjer is a reserved username.", "exists"],
  ["createacct", "“mamanjer” is not a valid username on this system.", "exists"],
  ["createacct", "The domain “dns-domain.co.ke” already exists in the userdata.", "refused"],
  ["createacct", "Sorry, a DNS entry for dns-domain.co.ke already exists.", "refused"],
  ["createacct", "The package “x” does not exist.", "refused"],
  ["createacct", "dns-domain.co.ke: this user already exists", "exists"],
  ["createacct", "You have reached your account limit.", "full"],
  ["createacct", "You would exceed your quota.", "full"],
  ["createacct", "", "refused"],
  ["accountsummary", "Account does not exist.", "missing"],
  ["suspendacct", "_suspendacct called for a user that does not exist. (mamanjer)", "missing"],
  ["unsuspendacct", "This account is locked; only root may unsuspend it.", "locked"],
  ["suspendacct", "This account is locked.", "refused"],
  ["changepackage", "The package does not exist.", "refused"],
  ["changepackage", "This exceeds your disk quota.", "full"],
  ["changepackage", "The user mamanjer does not exist.", "missing"],
  ["create_user_session", "You do not have access to that account.", "refused"],
] as const)("%s with “%s” is %s", (call, reason, problem) => {
  expect(refusalOf(call, reason, ["dns-domain.co.ke", "mamanjer"])).toBe(problem);
});

test("a refusal without known words is refused, whatever the words are", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (reason, name) => {
      expect(["exists", "full", "refused"]).toContain(refusalOf("createacct", reason, [name]));
    }),
  );
});
