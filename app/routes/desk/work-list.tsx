import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { privatePage } from "#app/http/cache-headers.server.ts";
import { requireStaff } from "#app/http/staff.server.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers: HeadersFunction = privatePage;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Work list", description: "What needs somebody now.", isHidden: true });

/** Returns what needs somebody now, oldest first. Source: docs/product.md, "The desk". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  return null;
}

export default function WorkListPage() {
  return (
    <div className="page sheet app flow">
      <h1>Work list</h1>
      <Empty title="Nothing waits for anybody">
        <p>New orders and messages appear here.</p>
      </Empty>
    </div>
  );
}
