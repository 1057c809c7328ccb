import { cleanInput, isHostName, readAsciiName } from "../ascii-name.ts";
import { invalid, type Parsed, valid } from "../reading.ts";

/** The tags whose value is a certificate authority: RFC 8659, sections 4.2 and 4.3; RFC 9495 (mail certificates). */
const ISSUER_TAGS: readonly string[] = ["issue", "issuewild", "issuemail"];
const MAX_VALUE = 1_024;

/** Takes a typed tag and gives it in lower case: letters and digits of ASCII alone. RFC 8659, section 4.1. */
export function readCaaTag(typed: string): Parsed<string> {
  const tag = cleanInput(typed).toLowerCase();
  if (tag === "") return invalid("Choose what the record is for, such as issue.");
  if (!/^[a-z0-9]{1,63}$/.test(tag)) return invalid("A CAA tag has letters and digits only, such as issue.");
  return valid(tag);
}

/** Takes a typed value and the tag it is for, and gives the value without quotation marks around it. RFC 8659, section 4. */
export function readCaaValue(typed: string, tag: string): Parsed<string> {
  const text = cleanInput(typed)
    .replace(/^"(.*)"$/s, "$1")
    .trim();
  if (text === "" && ISSUER_TAGS.includes(tag))
    return invalid("Type the certificate authority's domain, such as letsencrypt.org, or ; to allow none.");
  if (text === "") return invalid("Type a value.");
  if (!/^[ -~]+$/.test(text) || text.length > MAX_VALUE)
    return invalid(`Type plain letters, digits and signs on one line, at most ${MAX_VALUE} of them.`);
  if (tag === "iodef") return readReportAddress(text);
  return ISSUER_TAGS.includes(tag) ? readIssuer(text) : valid(text);
}

function readReportAddress(text: string): Parsed<string> {
  if (/^mailto:[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/i.test(text)) return valid(text);
  if (/^https?:\/\/[^\s/]+\.[^\s/]+/i.test(text) && !/\s/.test(text)) return valid(text);
  if (/^[^\s@:]+@[^\s@]+$/.test(text)) return invalid(`Put mailto: in front of the address: mailto:${text}`);
  return invalid(
    "Type where reports go: an e-mail address as mailto:info@example.com, or a web address as https://example.com/report.",
  );
}

/** A domain, parameters after semicolons, or both left out, which allows nobody. RFC 8659, section 4.2. */
function readIssuer(text: string): Parsed<string> {
  const [issuer = "", ...parameters] = text.split(";").map((part) => part.trim());
  const rest = parameters.filter((part) => part !== "");
  if (rest.some((parameter) => !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?\s*=\s*[!-~]*$/i.test(parameter)))
    return invalid(
      "After a semicolon comes a setting with an = in it, such as letsencrypt.org; validationmethods=dns-01.",
    );
  if (issuer === "") return valid(rest.length === 0 ? ";" : `; ${rest.join("; ")}`);

  const example = "letsencrypt.org";
  const name = readAsciiName(issuer.replace(/\.$/, ""), example);
  if (!name.ok) return name;
  if (!name.value.includes(".") || !isHostName(name.value))
    return invalid(`Type the certificate authority's domain, such as ${example}.`);
  return valid([name.value, ...rest].join("; "));
}
