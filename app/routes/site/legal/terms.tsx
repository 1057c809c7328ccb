import { useLoaderData } from "@remix-run/react";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { publicPage } from "#app/platform/http/cache-headers.server.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { LegalPage } from "#app/routes/site/ui/legal-page.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import proseCss from "#app/ui/styles/areas/prose.css?url";
import { termsOf } from "./terms-text.tsx";

export const handle = { hydrate: "never", areas: "prose" };

export const links = () => areaSheet("prose", proseCss);

export const headers = () => publicPage();

export const meta = staticMeta({
  title: "Terms and Conditions",
  description: "What you can expect of this site and of us, and what we expect of you.",
});

export function loader() {
  return { updated: nairobiDay(nowDate()), ...(takesPayments && { takesPayments }) };
}

export default function TermsPage() {
  const { updated, takesPayments } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title="Terms and Conditions"
      intro="What you can expect of this site and of us, and what we expect of you."
      updated={updated}
      sections={termsOf(takesPayments === true)}
    />
  );
}
