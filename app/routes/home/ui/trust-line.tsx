import { callLink, weAnswer } from "#app/platform/brand.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

/** What a visitor wants to know of a shop: how to pay, whom to call, and who it is. Only what the brand says. */
export function TrustLine() {
  const brand = useRootData()?.brand;
  if (!brand) return null;
  const { hasMpesa, phone, accreditation } = brand;
  return (
    <p className="flex flex-wrap items-center gap-x-4 font-bold">
      {hasMpesa && <span>Pay by M-PESA</span>}
      {phone && (
        <a className="inline-flex min-h-touch items-center" href={callLink(phone)}>
          {phone}
        </a>
      )}
      <span>{accreditation ?? weAnswer(brand)}</span>
    </p>
  );
}
