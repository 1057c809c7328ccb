import { expect, it } from "vitest";
import { bestEncoding } from "./send.server.ts";

it.each([
  [undefined, "identity"],
  ["", "identity"],
  ["*", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["br;q=0.001, gzip", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br ; q=0.000 , gzip;q=1.0", "gzip"],
  ["gzip;q=0,br;q=0.0", "identity"],
  ["deflate, identity;q=0", "identity"],
])("answers Accept-Encoding %j with %s", (accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding);
});
