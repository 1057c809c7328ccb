import { useLoaderData } from "@remix-run/react";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { publicPage } from "#app/platform/http/cache-headers.server.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { LegalPage } from "#app/routes/site/ui/legal-page.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import proseCss from "#app/ui/styles/areas/prose.css?url";
import { privacyOf } from "./privacy-text.tsx";

export const handle = { hydrate: "never", areas: "prose" };

export const links = () => areaSheet("prose", proseCss);

export const headers = () => publicPage();

export const meta = staticMeta({
  title: "Privacy Policy",
  description: "What we keep about you, why, for how long, and what you can ask of us.",
});

export function loader() {
  return { updated: nairobiDay(nowDate()), ...(takesPayments && { takesPayments }) };
}

export default function PrivacyPage() {
  const { updated, takesPayments } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What we keep about you, why, for how long, and what you can ask of us. In plain words."
      updated={updated}
      sections={privacyOf(takesPayments === true)}
    />
  );
}
