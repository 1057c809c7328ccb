import { expect, test } from "vitest";
import { allowedAddress } from "./link-rule.ts";

test.each([
  ...["http://example.com/a?b=c#d", "https://example.com", "HTTPS://EXAMPLE.COM/", "irc://irc.example.com/shule"],
  ...["ircs://irc.example.com", "mailto:info@example.co.ke?subject=Bei", "xmpp:njeri@example.com", "/blog/a-post"],
  ...["//example.com/a", "a-post", "../a:b", "./javascript:alert(1)", "?q=javascript:alert(1)"],
  ...["#javascript:alert(1)", "page?at=12:30", "", "https:example.com"],
])("allows the link %j", (address) => {
  expect(allowedAddress(address)).toBe(address);
});

test.each([
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "\tjavascript:alert(1)"],
  ...["java\tscript:alert(1)", "java\nscript:alert(1)", "\u0000javascript:alert(1)", "\u0001javascript:alert(1)"],
  ...["\u00a0javascript:alert(1)", "\u2028javascript:alert(1)", "\ufeffjavascript:alert(1)", "javascript :alert(1)"],
  ...["jаvascript:alert(1)", "vbscript:msgbox(1)", "livescript:x", "data:text/html,<script>alert(1)</script>"],
  ...["data:image/png;base64,AAAA", "blob:https://example.com/1", "file:///etc/passwd", "ftp://example.com"],
  ...["tel:+254700000000", "sms:+254700000000", "view-source:https://example.com", "about:blank"],
  ...["intent://x#Intent;scheme=http;end", "http+unix:x", "xhttps://example.com", " https://example.com", ":"],
  ...[":javascript:alert(1)", "a:b"],
])("removes the link %j", (address) => {
  expect(allowedAddress(address)).toBe("");
});
