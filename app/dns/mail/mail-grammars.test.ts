import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { RSA_KEYS } from "../../../tests/dkim-keys.ts";
import dmarcVerdicts from "../../../tests/dmarc-verdicts.json" with { type: "json" };
import spfVerdicts from "../../../tests/spf-verdicts.json" with { type: "json" };
import { parseSpf, rejectedTerms } from "./spf.ts";
import { readTags } from "./tag-list.ts";

/*
 * The grammars of the RFCs, each rule as it stands there, as a second judge beside the recorded verdicts of other
 * implementations. The texts are those of the verdicts, with parts cut, doubled, replaced and pasted into each other. `npm run
 * test:long` tries 20 times as many.
 */

const either = (...rules: string[]) => `(?:${rules.join("|")})`;
const optional = (rule: string) => `(?:${rule})?`;

// RFC 7208, sections 12 and 7.1; ABNF strings have no case (RFC 5234, section 2.3). c, r and t are only for explanations (7.2).
const macroLetter = "[slodiphv]";
const transformers = "[0-9]*r?";
const delimiter = "[-.+,/_=]";
const macroExpand = either(`%\\{${macroLetter}${transformers}${delimiter}*\\}`, "%%", "%_", "%-");
const macroString = `${either(macroExpand, "[\\x21-\\x24]", "[\\x26-\\x7E]")}*`;
const alphanum = "[a-z0-9]";
const toplabel = either(`${alphanum}*[a-z]${alphanum}*`, `${alphanum}+-[a-z0-9-]*${alphanum}`);
const domainEnd = either(`\\.${toplabel}\\.?`, macroExpand);
const domainSpec = `${macroString}${domainEnd}`;
const ip4Length = "/(?:0|[1-9][0-9]?)";
const ip6Length = "/(?:0|[1-9][0-9]{0,2})";
const dualLength = `${optional(ip4Length)}${optional(`/${ip6Length}`)}`;
const qnum = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const ip4Network = `${qnum}(?:\\.${qnum}){3}`;
const mechanism = either(
  "all",
  `include:${domainSpec}`,
  `a${optional(`:${domainSpec}`)}${dualLength}`,
  `mx${optional(`:${domainSpec}`)}${dualLength}`,
  `ptr${optional(`:${domainSpec}`)}`,
  `ip4:${ip4Network}${optional(ip4Length)}`,
  `ip6:[0-9a-f:.]+${optional(ip6Length)}`,
  `exists:${domainSpec}`,
);
const modifier = either(
  `redirect=${domainSpec}`,
  `exp=${domainSpec}`,
  `(?!(?:redirect|exp)=)[a-z][a-z0-9_.-]*=${macroString}`,
);
const RECORD = new RegExp(`^v=spf1(?: +${either(`[-+?~]?${mechanism}`, modifier)})* *$`, "i");

/**
 * What the RFC demands beside its grammar: sections 5.6 (lengths), 6 (modifiers once), 7.1 (no zero), and RFC 4291 for IPv6.
 */
function isSpf(text: string): boolean {
  if (!RECORD.test(text)) return false;
  const terms = text.toLowerCase().split(/ +/);
  const isOnce = ["redirect=", "exp="].every((name) => terms.filter((term) => term.startsWith(name)).length <= 1);
  const isShort = terms.every((term) => {
    const [, ip4 = "0", ip6 = "0"] = /^[-+?~]?(?:a|mx)(?::.*?)?(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(term) ?? [];
    const [, version, length = "0"] = /^[-+?~]?ip([46]):[^/]*(?:\/(\d+))?$/.exec(term) ?? [];
    return Number(ip4) <= 32 && Number(ip6) <= 128 && Number(length) <= (version === "4" ? 32 : 128);
  });
  const isIpv6 = terms.every((term) => {
    const [, address] = /^[-+?~]?ip6:([^/]*)/.exec(term) ?? [];
    return address === undefined || URL.canParse(`http://[${address}]/`);
  });
  return isOnce && isShort && isIpv6 && !/%\{[a-z]0/i.test(text);
}

// RFC 6376, section 3.2; a name twice makes the list invalid.
const fws = "[ \\t\\r\\n]*";
const tagSpec = `${fws}[A-Za-z][A-Za-z0-9_]*${fws}=${fws}(?:[\\x21-\\x3A\\x3C-\\x7E]|[ \\t\\r\\n])*${fws}`;
const TAG_LIST = new RegExp(`^${tagSpec}(?:;${tagSpec})*(?:;${fws})?$`);

function isTagList(text: string): boolean {
  if (!TAG_LIST.test(text)) return false;
  const names = text.split(";").map((part) => part.split("=")[0]?.trim());
  const named = names.filter((name) => name !== "");
  return new Set(named).size === named.length;
}

/** Texts with one to three changes: a character replaced, a part cut out, doubled, or pasted from another text. */
function changed(texts: readonly string[], characters: string): fc.Arbitrary<string> {
  const text = fc.constantFrom(...texts);
  const change = fc.record({
    how: fc.constantFrom("put", "cut", "double", "paste"),
    at: fc.nat(200),
    size: fc.nat(12),
    character: fc.constantFrom(...characters),
    other: text,
  });
  return fc.tuple(text, fc.array(change, { maxLength: 3 })).map(([start, changes]) =>
    changes.reduce((before, { how, at, size, character, other }) => {
      const place = at % (before.length + 1);
      const [head, part, tail] = [
        before.slice(0, place),
        before.slice(place, place + size),
        before.slice(place + size),
      ];
      switch (how) {
        case "put":
          return `${head}${character}${before.slice(place)}`;
        case "cut":
          return head + tail;
        case "double":
          return head + part + part + tail;
        default:
          return head + other.slice(other.length - (at % (other.length + 1))) + tail;
      }
    }, start),
  );
}

const ODD = " ,;:/.=%{}+-~?_aA09\t\u00a0\u200b\u00e9\u201c\"'";

test("an SPF text is accepted if and only if the grammar of RFC 7208 accepts it", () => {
  const texts = changed(
    spfVerdicts.map(([text]) => String(text)),
    ODD,
  );
  forAny([texts], (text) => {
    if (!/^v=spf1(?: |$)/i.test(text)) return;
    expect([text, rejectedTerms(parseSpf(text)).length === 0]).toEqual([text, isSpf(text)]);
  });
});

test("a text is a tag list if and only if the grammar of RFC 6376 accepts it", () => {
  const keys = [
    `v=DKIM1; k=rsa; p=${RSA_KEYS[1024]}`,
    "v=DKIM1; h=sha1:sha256; s=email; t=s; n=note; p=",
    "v=DKIM1; k=ed25519; p=QVaGSPiuem0UH6Wocoiub23g8Ww22daUxqYhILO0qS4=",
  ];
  const texts = changed([...dmarcVerdicts.map(([text]) => String(text)), ...keys], ODD);
  forAny([texts], (text) => {
    expect([text, readTags(text) !== undefined]).toEqual([text, isTagList(text)]);
  });
});
