import { Banner } from "#app/ui/feedback/banner.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** Above the records of a domain whose name servers are another company's: nothing that is changed here has an effect. */
export function UnusedRecords({ path }: { path: string }) {
  return (
    <Banner kind="warn" title="These records are not used yet">
      <p>
        The name servers of this name are elsewhere.{" "}
        <Link className="py-3" to={`${path}/live`}>
          See how
        </Link>
      </p>
    </Banner>
  );
}
