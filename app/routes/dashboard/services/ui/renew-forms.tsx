import { formatKsh } from "#app/platform/money.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { ServiceForm } from "./service-form.tsx";

type RenewProps = { path: string; ksh: number; until: string; priceFingerprint: string };

/** Orders the next year. */
export function RenewForm({ path, ksh, until, priceFingerprint }: RenewProps) {
  const page = usePageForm({ id: "renew", formKey: "first", defaultValue: {} });
  return (
    <div id="renew">
      <ServiceForm {...{ page, path, priceFingerprint }}>
        <p>
          {ksh > 0 ? (
            <>
              <Words>{`One more year, until ${until}: `}</Words>
              <b className="price">{formatKsh(ksh)}</b>
            </>
          ) : (
            <Words>We e-mail you the price of the next year. You decide then.</Words>
          )}
        </p>
        <Button>{ksh > 0 ? "Renew for a year" : "Ask for the price"}</Button>
      </ServiceForm>
    </div>
  );
}

/** Keeps a service that its customer had ended. */
export function KeepForm({ path }: { path: string }) {
  const page = usePageForm({ id: "keep", formKey: "first", defaultValue: {} });
  return (
    <ServiceForm {...{ page, path }}>
      <Button>Keep it after all</Button>
    </ServiceForm>
  );
}
