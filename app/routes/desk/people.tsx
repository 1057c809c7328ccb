import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskHead } from "./ui/desk-head.tsx";
import { LookForm } from "./ui/view-reason-form.tsx";
import { Writers } from "./ui/writers.tsx";
import { look } from "./view-reason-action.ts";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "People", description: "Find a customer.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  return null;
}

/** Finds a person by the exact address, with a reason for the log. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "read");
  return look(context, { staff, typed: await request.formData() });
}

export default function PeoplePage() {
  return (
    <div className="page sheet app">
      <div className="flow max-w-[40rem]">
        <DeskHead title="People" />
        <LookForm />
        <Writers>
          <p className="actions">
            <ButtonLink kind="alt" to="/desk/people/new">
              Make an account for a customer
            </ButtonLink>
            <ButtonLink kind="alt" to="/desk/import">
              Import customers and names
            </ButtonLink>
          </p>
        </Writers>
      </div>
    </div>
  );
}
