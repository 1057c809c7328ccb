import { isHttps } from "./setting-values.ts";

type Source = Record<string, string | undefined>;

/** What a customer says of the agency, on the home page. */
export type Recommendation = {
  /** At most MOST_WORDS words. */
  words: string;
  /** The customer's name, business and town. */
  who: string;
  /** The customer's website. */
  site: string | undefined;
  /** A photograph: the URL of a picture on a host of IMAGE_HOSTS, or a path of this site. */
  picture: string | undefined;
};

/** The proof that the agency gives of itself on the home page. What its settings do not say is not there. */
export type Proof = {
  recommendations: readonly Recommendation[];
  /** Who answers customers, one sentence. */
  people: string | undefined;
  /** The year in which the agency began. */
  since: string | undefined;
};

const MOST_WORDS = 20;
const MOST = 3;

/** Returns what the settings prove. `mistakenProof` has checked them. */
export function readProof(given: Source): Proof {
  return {
    recommendations: recommendationsOf(given.BRAND_RECOMMENDATIONS),
    people: given.BRAND_PEOPLE,
    since: given.BRAND_SINCE,
  };
}

function recommendationsOf(text = ""): Recommendation[] {
  const all = text.split(";").filter((one) => one.trim() !== "");
  return all.map((one) => {
    const [words = "", who = "", site, picture] = one.split("|").map((part) => part.trim());
    return { words, who, site: site || undefined, picture: picture || undefined };
  });
}

/** Returns the settings with a proof that cannot be shown, each with the correction in brackets. */
export function mistakenProof({ BRAND_RECOMMENDATIONS, BRAND_SINCE = "" }: Source): string[] {
  const all = recommendationsOf(BRAND_RECOMMENDATIONS);
  return [
    ...(all.length > MOST || !all.every(isShowable)
      ? [
          `BRAND_RECOMMENDATIONS (at most ${MOST}, with semicolons between; each has at most ${MOST_WORDS} words, who says them, and if you like an https website and a picture: words | who | https://shop.co.ke | https://host/picture.jpg)`,
        ]
      : []),
    ...(/^((19|20)\d\d)?$/.test(BRAND_SINCE) ? [] : ["BRAND_SINCE (a year)"]),
  ];
}

function isShowable({ words, who, site, picture }: Recommendation): boolean {
  const length = words.split(/\s+/).filter(Boolean).length;
  return (
    length > 0 &&
    length <= MOST_WORDS &&
    who !== "" &&
    (site === undefined || isHttps(site)) &&
    (picture === undefined || picture.startsWith("/") || isHttps(picture))
  );
}
