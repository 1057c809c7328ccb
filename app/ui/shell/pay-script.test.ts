import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { PAY_SCRIPT } from "./pay-script.tsx";

test("the script of the pages of bills is at most 1,024 B, compressed, and is a script on one line", () => {
  expect(brotliCompressSync(PAY_SCRIPT).length).toBeLessThanOrEqual(1024);
  expect(PAY_SCRIPT).not.toMatch(/[\n<]/);
  expect(() => new Function(PAY_SCRIPT)).not.toThrow();
});
