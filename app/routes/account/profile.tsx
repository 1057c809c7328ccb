import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formPage, PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { requireUser } from "#app/http/visitor.server.ts";
import { shownNumber } from "#app/model/phone.server.ts";
import { areaSheet } from "#app/ui/frame/area-sheet.ts";
import { pageMeta } from "#app/ui/frame/page-meta.ts";
import profileCss from "#app/ui/sheets/areas/profile.css?url";
import { ProfileSections } from "./ui/profile-sections.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";
export { profileAction as action } from "./profile-action.ts";

export const handle = { hydrate: "intent", areas: "profile" };

export const links = () => [...areaSheet("profile", profileCss)];

export const headers: HeadersFunction = (args) => formPage(args);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Your profile",
    description: "Your name, your password, and all that we keep about you.",
    isHidden: true,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, name = "", phone = "" } = (await requireUser(request, context)).account;
  return data({ email, name, phone: phone && shownNumber(phone) }, { headers: PERSONAL_PAGE });
}

export default function ProfilePage() {
  return (
    <div className="page sheet app flow">
      <h1>Your profile</h1>
      <ProfileSections {...useLoaderData<typeof loader>()} />
    </div>
  );
}
