import { useLoaderData } from "@remix-run/react";
import { nowDate } from "#app/platform/clock.ts";
import { publicPage } from "#app/platform/http/cache-headers.server.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { LegalPage } from "#app/routes/site/ui/legal-page.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import proseCss from "#app/ui/styles/areas/prose.css?url";
import { COOKIES } from "./cookies-text.tsx";

export const handle = { hydrate: "never", areas: "prose" };

export const links = () => areaSheet("prose", proseCss);

export const headers = () => publicPage();

export const meta = staticMeta({
  title: "Cookie Policy",
  description: "The few cookies this site sets, what for and for how long. None of them follows you.",
});

export function loader() {
  return { updated: nairobiDay(nowDate()) };
}

export default function CookiesPage() {
  const { updated } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title="Cookie Policy"
      intro="The few cookies this site sets, and what else it keeps in your browser. None of it follows you to other sites."
      updated={updated}
      sections={COOKIES}
    />
  );
}
