import "./mpesa-settings.ts";
import { expect, test } from "vitest";
import { arrive, CODE, LIST, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, database } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";

test("a payment is beside the list with its bill, and a claim is opened as its bill", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await arrive({ reference, amountKsh: 900 });
  const row = (document: Document) => document.querySelector(".pane-rows [aria-current]")?.getAttribute("href");
  for (const path of [`${LIST}?state=all`, `${LIST}/${CODE}?state=all`]) {
    const { document, texts } = await readPage(path, wanjiku);
    expect([path, texts(".pane-title"), row(document)]).toEqual([
      path,
      [`KSh 900, ${CODE}`],
      `${LIST}/${CODE}?state=all`,
    ]);
    expect(texts(".pane-side h2")).toEqual([`Bill ${reference}`, "Its orders"]);
  }
  const { document, texts } = await readPage(`${LIST}?reference=${reference}&code=NOTTHERE01`, wanjiku);
  expect([texts("h1"), row(document), document.querySelectorAll("form [name=code]").length]).toEqual([
    [`Bill ${reference}`],
    undefined,
    2,
  ]);
});

test("a wide screen opens the first payment of the list, not a claim without one", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await database.query("update bills set typed_code = 'NOTTHERE01', opened_at = now() - interval '1 hour'");
  const titles = async () => {
    const { texts } = await readPage(LIST, wanjiku);
    return [texts(".pane-words"), texts(".pane-title")];
  };
  const claim = `Said to be paid · NOTTHERE01 · ${reference}`;
  expect(await titles()).toEqual([[claim], ["Nothing is open here"]]);
  await arrive();
  expect(await titles()).toEqual([[claim, `Without a bill · ${CODE}`], [`KSh 1,500, ${CODE}`]]);
});
