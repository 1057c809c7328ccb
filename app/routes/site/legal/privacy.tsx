import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/http/cache-headers.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { nairobiDay } from "#app/model/nairobi-day.ts";
import { LegalPage } from "#app/routes/site/ui/legal-page.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import proseCss from "#app/ui/styles/areas/prose.css?url";
import { takesPayments } from "#app/use-cases/payments/bill-orders.server.ts";
import { privacyOf } from "./privacy-text.tsx";

export const handle = { hydrate: "never", areas: "prose" };

export const links = () => areaSheet("prose", proseCss);

export const headers = () => publicPage();

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
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
