import type { NameServerReport } from "#app/model/dns/delegation.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** Whom the world asks for a domain: a line when all is well, else what to enter instead, and where. */
export function NameServers({ said, zone }: { said: NameServerReport; zone: string }) {
  const { status, title, text, seen, change } = said;
  return (
    <Banner kind={status} title={title}>
      {text !== "" && <p>{text}</p>}
      {change && (
        <>
          <dl className="servers">
            {seen.length > 0 && <Servers label="The world sees" names={seen} />}
            {change.enter.length > 0 && <Servers label="Enter these" names={change.enter} />}
          </dl>
          <p>
            {change.enter.length === 0 && "Write to us, and we will tell you which to enter. "}
            Enter them where the name is registered. If you bought it from us, write to us and we will change it.
          </p>
          {change.wait !== "" && <p>{change.wait}</p>}
          <p className="pt-2">
            <ButtonLink kind="alt" to={`/contact?domain=${encodeURIComponent(zone)}`}>
              Write to us
            </ButtonLink>
          </p>
        </>
      )}
    </Banner>
  );
}

function Servers({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <>
      <dt>{label}</dt>
      {names.map((name) => (
        <dd key={name} translate="no">
          {name}
        </dd>
      ))}
    </>
  );
}
