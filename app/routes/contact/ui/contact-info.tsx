import { useRootData } from "#app/ui/shell/use-root-data.ts";

/** Where else the agency can be reached. */
export function ContactInfo() {
  const brand = useRootData()?.brand;
  if (!brand) return null;
  return (
    <aside className="flow" aria-labelledby="reach-us">
      <h2 id="reach-us">Reach us</h2>
      <dl className="ruled">
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </dd>
        </div>
        {brand.phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${brand.phone.replace(/\s/g, "")}`}>{brand.phone}</a>
            </dd>
          </div>
        )}
        {brand.address && (
          <div>
            <dt>Office</dt>
            <dd>{brand.address}</dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
