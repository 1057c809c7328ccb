/**
 * URLs that must not become a link or a picture: they run `hit()` or have a scheme that posts may not use. See
 * hostile-texts.ts.
 */
export const BAD_ADDRESSES = [
  "javascript:hit()",
  "JavaScript:hit()",
  "javascript://example.com/%0Ahit()",
  "javascript:this;hit&#40;&#41;",
  "&#106;avascript:hit()",
  "&#x6A&#x61vascript:hit()",
  "javascript&#58;hit()",
  "javascript&colon;hit()",
  "java&Tab;script:hit()",
  "java&NewLine;script&colon;hit&lpar;&rpar;",
  "&#1;javascript:hit()",
  "&#32;javascript:hit()",
  "&#x200B;javascript:hit()",
  "&#xFEFF;javascript:hit()",
  "&#0;javascript:hit()",
  "\\javascript:hit()",
  "%6Aavascript:hit()",
  "feed:javascript:hit()",
  "vbscript:hit()",
  "data:text/html,<script>opener.hit()</script>",
  "data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='hit()'/%3E",
  "&#100;ata:text/html,x",
  "blob:http://example.com/1",
  "filesystem:http://example.com/temporary/x",
  "file:///etc/passwd",
  "intent://scan/#Intent;scheme=zxing;end",
  "tel:*%2306%23",
  "about:blank",
  "x:javascript:hit()",
  ":javascript:hit()",
];

/** The places of a URL in a Markdown text. */
export const LINK_PLACES: [name: string, text: (address: string) => string][] = [
  ["a link", (to) => `[a](${to})`],
  ["a link in angle brackets", (to) => `[a](<${to}>)`],
  ["a link with a title", (to) => `[a](${to} "t")`],
  ["a reference link", (to) => `[a][x]\n\n[x]: ${to}`],
  ["a short reference link", (to) => `[x]\n\n[x]: <${to}> 't'`],
  ["an autolink", (to) => `<${to}>`],
  ["a picture", (to) => `![a](${to})`],
  ["a reference picture", (to) => `![a][x]\n\n[x]: ${to}`],
  ["a picture in a link", (to) => `[![a](${to})](${to})`],
  [
    "a heading, a list, a table and a quote",
    (to) => `# [a](${to})\n\n- [a](${to})\n\n|[a](${to})|\n|-|\n|[b](${to})|\n\n> [a](${to})`,
  ],
  ["a tag", (to) => `<a href="${to}">a</a> <area href='${to}'> <form action=${to}>`],
  ["plain text", (to) => `see ${to} and www.example.com/${to}`],
];

/** Permitted URLs, which a page shows as they are written. */
export const GOOD_ADDRESSES = [
  "http://example.com/",
  "https://example.com/a/b?c=d&e=f#g",
  "HTTPS://Example.com/",
  "https://example.com/%E2%9C%93?q=%20",
  "https://user@example.com:8080/a;b,c",
  "https://example.com/javascript:hit()",
  "mailto:info@example.co.ke?subject=Habari%20yako",
  "irc://irc.example.com:6667/shule",
  "ircs://irc.example.com/shule",
  "xmpp:njeri@example.com",
  "//example.com/a",
  "/blog/a-post",
  "/a:b",
  "?q=javascript:x",
  "../up/here",
  "a-post",
];
