import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RecordValue } from "./record-value.tsx";

const htmlOf = (text: string) => renderToStaticMarkup(<RecordValue text={text} />);

test("a long host may break after its dots only, and a word with a hyphen in front stays whole", () => {
  expect(htmlOf("v=spf1 include:spf.protection.outlook.com -all")).toBe(
    'v=spf1 include:<wbr/>spf.<wbr/>protection.<wbr/>outlook.<wbr/>com <wbr/><span class="whitespace-nowrap">-all</span>',
  );
});

test.each(["mail.example.co.ke", "1 17 11.000 S 36 49 2.000 E 1795.00m 1m 10000m 10m", `p=${"MIGfMA0G".repeat(20)}`])(
  "%s has no place of its own to break",
  (text) => expect(htmlOf(text)).toBe(text),
);

test("the value is copied as it is, also with line breaks", () => {
  const text = "a-b.example: -x\n-flag --other  .com and 2001:db8:0:0:0:0:0:1.";
  expect(htmlOf(text).replaceAll(/<[^>]+>/g, "")).toBe(text);
});
