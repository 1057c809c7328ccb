import { expect, test } from "vitest";
import { failureOf } from "./failure-kind.server.ts";

const fetchFailed = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });

test.each([
  [fetchFailed("ENOTFOUND"), { kind: "name", code: "ENOTFOUND" }],
  [fetchFailed("ECONNREFUSED"), { kind: "refused", code: "ECONNREFUSED" }],
  [fetchFailed("CERT_HAS_EXPIRED"), { kind: "tls", code: "CERT_HAS_EXPIRED" }],
  [fetchFailed("ERR_TLS_CERT_ALTNAME_INVALID"), { kind: "tls", code: "ERR_TLS_CERT_ALTNAME_INVALID" }],
  [fetchFailed("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), { kind: "tls", code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }],
  [Object.assign(new Error(), { code: "ECONNRESET" }), { kind: "cut", code: "ECONNRESET" }],
  [new DOMException("", "TimeoutError"), { kind: "timeout", code: "TimeoutError" }],
  [fetchFailed("Bearer sb_secret_1 is wrong"), { kind: "other" }],
  ["sb_secret_1", { kind: "other" }],
])("classifies %o as %o", (error, why) => {
  expect(failureOf(error)).toEqual(why);
});
