import { cleanLine } from "./clean-line.ts";

/** Letters, with apostrophes and hyphens inside: Ng'ang'a, Jean-Pierre. The apostrophe ʼ (U+02BC) is itself a letter. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
const LONGEST = 40;
/** Titles before a name, in English and Swahili: of address, professions, churches, offices and ranks. */
const TITLES = new Set(
  [
    "mr mrs ms miss mx sir madam ma'am dame lord lady dr doctor prof professor bi bibi bw bwana mzee mama ndugu mheshimiwa mhe dkt profesa",
    "cpa cpak fcpa cps cs cfa acca adv advocate wakili arch architect eng engineer engr mhandisi ing qs surv planner tr teacher mwl mwalimu",
    "rev revd reverend fr father padre pst pastor mchungaji bishop askofu archbishop canon ven evangelist apostle elder sr sister br brother imam sheikh shk ustadh alhaji hajj",
    "hon honourable amb ambassador gov governor sen senator mp mca chief judge justice gen brig col maj capt captain lt sgt cpl insp",
  ]
    .join(" ")
    .split(" "),
);

/**
 * Returns the first word of a typed name after its titles ("Mrs Grace Kamau" is "Grace") if it has only letters and at most
 * forty of them, else "". Greetings use no other text, because a stranger may have typed the name, and could otherwise send an
 * address, a number or a sentence in our name. Source: docs/product/contact-and-newsletter.md, "Newsletter";
 * docs/product/schools.md, "Schools".
 */
export function firstNameIn(typed: string): string {
  const words = cleanLine(typed.normalize("NFC"))
    .split(/[\s,]+|(?<=\.)(?=\p{L}{2})/u)
    .filter(Boolean);
  const first = words.find((word) => !TITLES.has(word.toLowerCase().replace(/\.$/, ""))) ?? "";
  return NAME.test(first) && [...first].length <= LONGEST ? first : "";
}
