import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_PICTURE_BYTES } from "#app/platform/http/request-limits.ts";
import { cutMiddle, readUpload } from "./upload.server.ts";

const TYPE = "multipart/form-data; boundary=B";

type Part = { name: string; file?: Buffer; text?: string };

function multipart(parts: readonly Part[]): Buffer {
  const all = parts.flatMap(({ name, file, text = "" }) => [
    Buffer.from(
      `--B\r\nContent-Disposition: form-data; name="${name}"${file ? '; filename="a.png"\r\nContent-Type: image/png' : ""}\r\n\r\n`,
    ),
    file ?? Buffer.from(text),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...all, Buffer.from("--B--\r\n")]);
}

function fieldsOf(body: Buffer | number): Record<string, string> {
  if (!Buffer.isBuffer(body)) throw new Error(`refused with ${body}`);
  return Object.fromEntries(new URLSearchParams(body.toString()));
}

const MORE = { maxParts: 10, picture: "keep" } as const;

test("a picture comes back byte by byte, whatever bytes it has, between fields with any text", () => {
  // A body with the boundary in it ends there, as the format says.
  const bytes = fc.uint8Array({ maxLength: 400 }).filter((some) => !Buffer.from(some).includes("--B"));
  fc.assert(
    fc.property(bytes, fc.string({ unit: "grapheme" }), (some, text) => {
      const sent = text.replaceAll("--B", "");
      const file = Buffer.from(some);
      const fields = fieldsOf(
        readUpload(
          multipart([
            { name: "upload", file },
            { name: "title", text: sent },
          ]),
          TYPE,
          MORE,
        ),
      );
      expect(Buffer.from(fields.upload ?? "", "base64").equals(file)).toBe(true);
      expect(fields.title).toBe(new TextDecoder().decode(Buffer.from(sent)));
    }),
  );
});

test("of a body with a too large picture, all fields before and after it are kept", () => {
  const file = Buffer.alloc(9 * 1024 * 1024, 7);
  const body = multipart([
    { name: "title", text: "Kabla" },
    { name: "upload", file },
    { name: "content", text: "Baada ".repeat(16_000) },
  ]);
  const cut = Buffer.concat(cutMiddle([body.subarray(0, 100), body.subarray(100)]));
  expect(cut.length).toBeLessThan(3 * 1024 * 1024);
  const fields = fieldsOf(readUpload(cut, TYPE, { ...MORE, isCut: true }));
  expect(fields).toEqual({ title: "Kabla", upload: "too-large", content: "Baada ".repeat(16_000) });
});

test.each([
  ["is kept up to 5 MB", "keep", MAX_PICTURE_BYTES, /^[\w+/=]{10,}$/],
  ["is refused above 5 MB", "keep", MAX_PICTURE_BYTES + 1, /^too-large$/],
  ["is dropped where no page can fill it in", "drop", 10, /^undefined$/],
] as const)("a picture %s", (_what, picture, size, value) => {
  const body = multipart([
    { name: "upload", file: Buffer.alloc(size) },
    { name: "title", text: "T" },
  ]);
  const fields = fieldsOf(readUpload(body, TYPE, { maxParts: 10, picture }));
  expect([String(fields.upload).slice(0, 40), fields.title]).toEqual([expect.stringMatching(value), "T"]);
});

test("a file field without a file is empty, and a large body without a picture is refused", () => {
  const none = multipart([{ name: "upload", file: Buffer.alloc(0) }]);
  expect(fieldsOf(readUpload(none, TYPE, MORE))).toEqual({ upload: "" });
  const text = multipart([{ name: "content", text: "x" }]);
  expect(readUpload(text, TYPE, { ...MORE, isCut: true })).toBe(413);
});
