import { formatKsh } from "#app/model/money.ts";
import { PinForm } from "./pay-forms.tsx";
import { payFrame } from "./pay-view.tsx";

export type ReceiptData = {
  number: string | null;
  day: string;
  trader: { name: string; address: string; pin: string | undefined };
  buyerPin: string | null;
  etimsNumber: string | null;
  lines: { what: string; ksh: number }[];
  codes: string[];
  vat: { net: number; vat: number } | undefined;
  amountKsh: number;
  here: string;
};

/** The receipt of a paid bill, to read and to print. */
export function ReceiptView({ receipt }: { receipt: ReceiptData }) {
  const { number, day, trader, buyerPin, etimsNumber, lines, codes, vat, amountKsh, here } = receipt;
  const facts: [string, string | null | undefined][] = [
    ["Receipt number", number],
    ["Date", day],
    ["From", [trader.name, trader.address].filter(Boolean).join(", ")],
    ["KRA PIN", trader.pin],
    ["Your KRA PIN", buyerPin],
    ["M-PESA code", codes.join(", ")],
    ["eTIMS number", etimsNumber],
  ];
  const sums: [string, number][] = vat
    ? [
        ["Net", vat.net],
        ["VAT 16 %", vat.vat],
      ]
    : [];
  return (
    <div className={payFrame(here)}>
      <h1>Receipt</h1>
      {etimsNumber === null && <p className="quiet">Not a tax invoice.</p>}
      <dl className="grid gap-3">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="wrap-anywhere">
              <dt className="quiet">{label}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <ul>
        {[...lines.map(({ what, ksh }): [string, number] => [what, ksh]), ...sums].map(([what, ksh]) => (
          <li key={what} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 wrap-anywhere">
            <span>{what}</span>
            <span className="ml-auto">{formatKsh(ksh)}</span>
          </li>
        ))}
        <li className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
          <b>Paid</b>
          <b>{formatKsh(amountKsh)}</b>
        </li>
      </ul>
      {etimsNumber === null && <PinForm here={here} pin={buyerPin} />}
    </div>
  );
}
