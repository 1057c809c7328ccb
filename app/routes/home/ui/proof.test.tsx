import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Proof } from "./proof.tsx";

const njeri = { words: "We sell more.", who: "Njeri, Nyeri", site: undefined, picture: undefined };
const textOf = (html: string) => html.replace(/<[^>]+>/g, "");

test("nothing is shown if the settings say nothing", () => {
  expect(renderToStaticMarkup(<Proof recommendations={[]} facts={[]} />)).toBe("");
});

test("facts alone have no heading", () => {
  const html = renderToStaticMarkup(<Proof recommendations={[]} facts={["Since 2016"]} />);
  expect([html.includes("<h2"), textOf(html)]).toEqual([false, "Since 2016"]);
});

test("a recommendation has its words, who says them, and a letter in place of a picture", () => {
  const html = renderToStaticMarkup(<Proof recommendations={[njeri]} facts={[]} />);
  expect(textOf(html)).toBe("Shops on their own nameN“We sell more.”Njeri, Nyeri");
  expect(html).not.toMatch(/<img|<a /);
});

test("a recommendation links to the customer's website, named by its host, and shows the picture", () => {
  const more = { site: "https://www.mamanjeri.co.ke/shop", picture: "/images?src=x" };
  const html = renderToStaticMarkup(<Proof recommendations={[{ ...njeri, ...more }]} facts={[]} />);
  expect(html).toContain(`href="${more.site}">mamanjeri.co.ke</a>`);
  expect(html).toContain(`src="${more.picture}" alt=""`);
});
