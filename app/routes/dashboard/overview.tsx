import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { requireUser } from "#app/http/visitor.server.ts";
import { nameOf } from "#app/model/account.ts";
import { useAuth } from "#app/ui/auth.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";

export const handle = { hydrate: "idle" };

export const headers = () => PERSONAL_PAGE;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Dashboard", description: "Your domains.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

export default function DashboardPage() {
  const { user } = useAuth();
  return (
    <section className="page section flow">
      <h1>Habari{user === undefined ? "" : `, ${nameOf(user)}`}</h1>
      <p className="lead">Your domains will be listed here. This page is being built.</p>
      <p>
        <ButtonLink to="/domains">Add Domain</ButtonLink>
      </p>
    </section>
  );
}
